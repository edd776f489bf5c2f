; ModuleID = 'tests/programs/structs.c'
source_filename = "tests/programs/structs.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.large = type { [5 x i64], %struct.point }
%struct.point = type { i32, i32 }
%struct.tight = type <{ i8, i32 }>
%struct.mixed = type { float, double, i8 }

@constinit = private unnamed_addr constant [5 x i64] [i64 1, i64 2, i64 3, i64 0, i64 0], align 8

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @make(ptr dead_on_unwind noalias writable writeonly sret(%struct.large) align 8 captures(none) initializes((0, 48)) %0, i64 %1) local_unnamed_addr #0 !dbg !16 {
  %3 = trunc i64 %1 to i32
  %4 = lshr i64 %1, 32
  %5 = trunc nuw i64 %4 to i32
    #dbg_value(i32 %3, !32, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !34)
    #dbg_value(i32 %5, !32, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !34)
    #dbg_declare(ptr %0, !33, !DIExpression(), !35)
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %0, ptr noundef nonnull align 8 dereferenceable(40) @constinit, i64 40, i1 false), !dbg !36, !tbaa.struct !37
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 40, !dbg !39
  store i32 %3, ptr %6, align 8, !dbg !40, !tbaa !12
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 44, !dbg !40
  store i32 %5, ptr %7, align 4, !dbg !40, !tbaa !12
  %8 = shl i64 %1, 32, !dbg !41
  %9 = ashr exact i64 %8, 32, !dbg !41
  %10 = getelementptr inbounds nuw i8, ptr %0, i64 32, !dbg !42
  store i64 %9, ptr %10, align 8, !dbg !43, !tbaa !44
  ret void, !dbg !46
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local i32 @sum(ptr noundef readonly byval(%struct.large) align 8 captures(none) %0, ptr noundef readonly byval(%struct.tight) align 8 captures(none) %1) local_unnamed_addr #2 !dbg !47 {
    #dbg_declare(ptr %0, !56, !DIExpression(), !58)
    #dbg_declare(ptr %1, !57, !DIExpression(), !59)
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 32, !dbg !60
  %4 = load i64, ptr %3, align 8, !dbg !60, !tbaa !44
  %5 = trunc i64 %4 to i32, !dbg !61
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 44, !dbg !62
  %7 = load i32, ptr %6, align 4, !dbg !62, !tbaa !63
  %8 = add nsw i32 %7, %5, !dbg !66
  %9 = getelementptr inbounds nuw i8, ptr %1, i64 1, !dbg !67
  %10 = load i32, ptr %9, align 1, !dbg !67, !tbaa !68
  %11 = add nsw i32 %8, %10, !dbg !70
  %12 = load i8, ptr %1, align 8, !dbg !71, !tbaa !72
  %13 = sext i8 %12 to i32, !dbg !73
  %14 = add nsw i32 %11, %13, !dbg !74
  ret i32 %14, !dbg !75
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @mix(ptr dead_on_unwind noalias writable writeonly sret(%struct.mixed) align 8 captures(none) initializes((0, 24)) %0, ptr noundef byval(%struct.mixed) align 8 captures(none) %1) local_unnamed_addr #0 !dbg !76 {
    #dbg_declare(ptr %1, !87, !DIExpression(), !88)
  %3 = load float, ptr %1, align 8, !dbg !89, !tbaa !90
  %4 = fpext float %3 to double, !dbg !94
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8, !dbg !95
  %6 = load double, ptr %5, align 8, !dbg !96, !tbaa !97
  %7 = fadd double %6, %4, !dbg !98
  store double %7, ptr %5, align 8, !dbg !99, !tbaa !97
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %0, ptr noundef nonnull align 8 dereferenceable(24) %1, i64 24, i1 false), !dbg !100, !tbaa.struct !101
  ret void, !dbg !104
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef i32 @main() local_unnamed_addr #3 !dbg !105 {
    #dbg_value(i64 17179869187, !108, !DIExpression(), !111)
  ret i32 13, !dbg !112
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4, !5, !6, !7, !8, !9, !10}
!llvm.ident = !{!11}
!llvm.errno.tbaa = !{!12}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "tests/programs/structs.c", directory: "/src", checksumkind: CSK_MD5, checksum: "dfcd13341e19e4c10b7b07443dc4fba0")
!2 = !{!3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !{i32 7, !"Dwarf Version", i32 5}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 8, !"PIC Level", i32 2}
!8 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"uwtable", i32 2}
!10 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!11 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!12 = !{!13, !13, i64 0}
!13 = !{!"int", !14, i64 0}
!14 = !{!"omnipotent char", !15, i64 0}
!15 = !{!"Simple C/C++ TBAA"}
!16 = distinct !DISubprogram(name: "make", scope: !1, file: !1, line: 5, type: !17, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !31, keyInstructions: true)
!17 = !DISubroutineType(types: !18)
!18 = !{!19, !27}
!19 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "large", file: !1, line: 2, size: 384, elements: !20)
!20 = !{!21, !26}
!21 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !19, file: !1, line: 2, baseType: !22, size: 320)
!22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !23, size: 320, elements: !24)
!23 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!24 = !{!25}
!25 = !DISubrange(count: 5)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !19, file: !1, line: 2, baseType: !27, size: 64, offset: 320)
!27 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", file: !1, line: 1, size: 64, elements: !28)
!28 = !{!29, !30}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !27, file: !1, line: 1, baseType: !3, size: 32)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !27, file: !1, line: 1, baseType: !3, size: 32, offset: 32)
!31 = !{!32, !33}
!32 = !DILocalVariable(name: "p", arg: 1, scope: !16, file: !1, line: 5, type: !27)
!33 = !DILocalVariable(name: "l", scope: !16, file: !1, line: 5, type: !19)
!34 = !DILocation(line: 0, scope: !16)
!35 = !DILocation(line: 5, column: 50, scope: !16)
!36 = !DILocation(line: 5, column: 55, scope: !16, atomGroup: 1, atomRank: 1)
!37 = !{i64 0, i64 40, !38}
!38 = !{!14, !14, i64 0}
!39 = !DILocation(line: 5, column: 54, scope: !16)
!40 = !DILocation(line: 5, column: 66, scope: !16, atomGroup: 1, atomRank: 1)
!41 = !DILocation(line: 5, column: 79, scope: !16, atomGroup: 2, atomRank: 2)
!42 = !DILocation(line: 5, column: 70, scope: !16)
!43 = !DILocation(line: 5, column: 77, scope: !16, atomGroup: 2, atomRank: 1)
!44 = !{!45, !45, i64 0}
!45 = !{!"long", !14, i64 0}
!46 = !DILocation(line: 5, column: 84, scope: !16, atomGroup: 3, atomRank: 1)
!47 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 6, type: !48, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !55, keyInstructions: true)
!48 = !DISubroutineType(types: !49)
!49 = !{!3, !19, !50}
!50 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "tight", file: !1, line: 3, size: 40, elements: !51)
!51 = !{!52, !54}
!52 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !50, file: !1, line: 3, baseType: !53, size: 8)
!53 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!54 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !50, file: !1, line: 3, baseType: !3, size: 32, offset: 8)
!55 = !{!56, !57}
!56 = !DILocalVariable(name: "l", arg: 1, scope: !47, file: !1, line: 6, type: !19)
!57 = !DILocalVariable(name: "t", arg: 2, scope: !47, file: !1, line: 6, type: !50)
!58 = !DILocation(line: 6, column: 22, scope: !47)
!59 = !DILocation(line: 6, column: 38, scope: !47)
!60 = !DILocation(line: 6, column: 55, scope: !47)
!61 = !DILocation(line: 6, column: 50, scope: !47)
!62 = !DILocation(line: 6, column: 68, scope: !47)
!63 = !{!64, !13, i64 44}
!64 = !{!"large", !14, i64 0, !65, i64 40}
!65 = !{!"point", !13, i64 0, !13, i64 4}
!66 = !DILocation(line: 6, column: 62, scope: !47)
!67 = !DILocation(line: 6, column: 74, scope: !47)
!68 = !{!69, !13, i64 1}
!69 = !{!"tight", !14, i64 0, !13, i64 1}
!70 = !DILocation(line: 6, column: 70, scope: !47)
!71 = !DILocation(line: 6, column: 80, scope: !47)
!72 = !{!69, !14, i64 0}
!73 = !DILocation(line: 6, column: 78, scope: !47)
!74 = !DILocation(line: 6, column: 76, scope: !47, atomGroup: 1, atomRank: 2)
!75 = !DILocation(line: 6, column: 43, scope: !47, atomGroup: 1, atomRank: 1)
!76 = distinct !DISubprogram(name: "mix", scope: !1, file: !1, line: 7, type: !77, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !86, keyInstructions: true)
!77 = !DISubroutineType(types: !78)
!78 = !{!79, !79}
!79 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "mixed", file: !1, line: 4, size: 192, elements: !80)
!80 = !{!81, !83, !85}
!81 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !79, file: !1, line: 4, baseType: !82, size: 32)
!82 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!83 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !79, file: !1, line: 4, baseType: !84, size: 64, offset: 64)
!84 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!85 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !79, file: !1, line: 4, baseType: !53, size: 8, offset: 128)
!86 = !{!87}
!87 = !DILocalVariable(name: "m", arg: 1, scope: !76, file: !1, line: 7, type: !79)
!88 = !DILocation(line: 7, column: 31, scope: !76)
!89 = !DILocation(line: 7, column: 45, scope: !76)
!90 = !{!91, !92, i64 0}
!91 = !{!"mixed", !92, i64 0, !93, i64 8, !14, i64 16}
!92 = !{!"float", !14, i64 0}
!93 = !{!"double", !14, i64 0}
!94 = !DILocation(line: 7, column: 43, scope: !76)
!95 = !DILocation(line: 7, column: 38, scope: !76)
!96 = !DILocation(line: 7, column: 40, scope: !76)
!97 = !{!91, !93, i64 8}
!98 = !DILocation(line: 7, column: 40, scope: !76, atomGroup: 1, atomRank: 2)
!99 = !DILocation(line: 7, column: 40, scope: !76, atomGroup: 1, atomRank: 1)
!100 = !DILocation(line: 7, column: 55, scope: !76, atomGroup: 2, atomRank: 1)
!101 = !{i64 0, i64 4, !102, i64 8, i64 8, !103, i64 16, i64 1, !38}
!102 = !{!92, !92, i64 0}
!103 = !{!93, !93, i64 0}
!104 = !DILocation(line: 7, column: 48, scope: !76, atomGroup: 2, atomRank: 1)
!105 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 8, type: !106, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !107, keyInstructions: true)
!106 = !DISubroutineType(types: !2)
!107 = !{!108, !109, !110}
!108 = !DILocalVariable(name: "p", scope: !105, file: !1, line: 9, type: !27)
!109 = !DILocalVariable(name: "t", scope: !105, file: !1, line: 9, type: !50)
!110 = !DILocalVariable(name: "m", scope: !105, file: !1, line: 9, type: !79)
!111 = !DILocation(line: 0, scope: !105)
!112 = !DILocation(line: 10, column: 3, scope: !105, atomGroup: 5, atomRank: 1)
