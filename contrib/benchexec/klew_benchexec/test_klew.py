"""What the module makes of tasks and of klew's results."""

import json
import unittest
from types import SimpleNamespace

import benchexec.result as result
from benchexec.tools.template import BaseTool2

from klew_benchexec.klew import Tool


def limits(**known):
    names = ("cputime", "cputime_hard", "walltime", "memory", "cpu_cores")
    return SimpleNamespace(**{name: known.get(name) for name in names})


def command(task_options, rlimits, options=()):
    task = BaseTool2.Task.with_files(["a.c"], property_file="p.prp", options=task_options)
    return Tool().cmdline("klew", list(options), task, rlimits)


def said(report):
    text = json.dumps(report, indent=2).splitlines(keepends=True)
    return Tool().determine_result(SimpleNamespace(output=text))


class Commands(unittest.TestCase):
    def test_limits_and_data_models(self):
        words = command({"language": "C", "data_model": "LP64"}, limits(cputime=60, walltime=90))
        self.assertEqual(words[:5], ["klew", "check", "a.c", "--property", "p.prp"])
        self.assertEqual(words[words.index("--data-model") + 1], "LP64")
        self.assertEqual(words[words.index("--time") + 1], "58s")
        self.assertEqual(words[words.index("--jobs") + 1], "1")

    def test_cores(self):
        words = command({"language": "C", "data_model": "ILP32"}, limits(walltime=1, cpu_cores=4))
        self.assertEqual(words[words.index("--jobs") + 1], "4")
        self.assertEqual(words[words.index("--time") + 1], "1s")

    def test_java_has_one_data_model(self):
        self.assertNotIn("--data-model", command({"language": "Java"}, limits()))

    def test_what_the_user_says_counts(self):
        words = command({"language": "Java"}, limits(cputime=60), ["--jobs", "2", "--time", "5s"])
        self.assertEqual((words.count("--jobs"), words.count("--time")), (1, 1))


class Results(unittest.TestCase):
    def test_verdicts(self):
        self.assertEqual(said({"verdict": "safe"}), result.RESULT_TRUE_PROP)
        finding = {"verdict": "violated", "findings": [{"property": "valid-free"}]}
        self.assertEqual(said(finding), result.RESULT_FALSE_FREE)
        other = {"verdict": "violated", "findings": [{"property": "assertion"}]}
        self.assertEqual(said(other), result.RESULT_FALSE_PROP)

    def test_what_is_no_verdict(self):
        stopped = {"verdict": "unknown", "limits": [{"kind": "time"}]}
        self.assertEqual(said(stopped), "unknown (time)")
        self.assertEqual(said({"verdict": "bounded"}), "unknown (bounded)")
        self.assertEqual(Tool().determine_result(SimpleNamespace(output=["error: x"])), result.RESULT_ERROR)


if __name__ == "__main__":
    unittest.main()
