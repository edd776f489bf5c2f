"""Tool-info module of klew for BenchExec (https://github.com/sosy-lab/benchexec), version 3.

contrib/benchexec/README.md says how to use it.
"""

import json

import benchexec.result as result
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import BaseTool2

# What klew leaves of a limit to write its result, in seconds.
RESERVE = 2


class Tool(BaseTool2):
    """klew: one call of `klew check` for each task, with its result as JSON."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("klew")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="klew")

    def name(self):
        return "klew"

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", *task.input_files_or_identifier]
        if task.property_file:
            command += ["--property", task.property_file]
        command += ["--format", "json", "--quiet", "--no-output"]
        if (task.options or {}).get("language") != "Java":
            model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
            if model and "--data-model" not in options:
                command += ["--data-model", model]
        if "--jobs" not in options:
            # What counts is the time of all processes, or else the cores that there are.
            jobs = 1 if rlimits.cputime else rlimits.cpu_cores
            if jobs:
                command += ["--jobs", str(jobs)]
        limits = [limit for limit in (rlimits.cputime, rlimits.walltime) if limit]
        if limits and "--time" not in options:
            command += ["--time", f"{max(int(min(limits)) - RESERVE, 1)}s"]
        return command + list(options)

    def determine_result(self, run):
        report = _report(run.output)
        if report is None:
            return result.RESULT_ERROR
        verdict = report.get("verdict")
        if verdict == "safe":
            return result.RESULT_TRUE_PROP
        if verdict == "violated":
            return _violated(report)
        why = [limit.get("kind") for limit in report.get("limits", [])]
        if "time" in why:
            return f"{result.RESULT_UNKNOWN} (time)"
        if "memory" in why:
            return f"{result.RESULT_UNKNOWN} (memory)"
        return f"{result.RESULT_UNKNOWN} ({verdict})"


def _report(output):
    """What klew printed as JSON, if it did."""
    text = "\n".join(line.rstrip("\n") for line in output)
    begin = text.find("{")
    try:
        return json.loads(text[begin:]) if begin >= 0 else None
    except ValueError:
        return None


def _violated(report):
    """Memory safety is told with the part that is violated."""
    properties = [finding.get("property") for finding in report.get("findings", [])]
    parts = {
        "valid-deref": result.RESULT_FALSE_DEREF,
        "valid-free": result.RESULT_FALSE_FREE,
        "valid-memtrack": result.RESULT_FALSE_MEMTRACK,
        "valid-memcleanup": result.RESULT_FALSE_MEMCLEANUP,
        "reach-error": result.RESULT_FALSE_REACH,
        "overflow": result.RESULT_FALSE_OVERFLOW,
    }
    return parts.get(properties[0] if properties else None, result.RESULT_FALSE_PROP)
