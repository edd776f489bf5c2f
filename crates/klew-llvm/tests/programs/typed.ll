; ModuleID = 'tests/programs/low_level.c'
source_filename = "tests/programs/low_level.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm ".globl marker"
module asm "marker:"

%struct.__jmp_buf_tag = type { [8 x i64], i32, %struct.__sigset_t }
%struct.__sigset_t = type { [16 x i64] }

@back = internal global [1 x %struct.__jmp_buf_tag] zeroinitializer, align 16, !dbg !0
@shared = dso_local global i32 0, align 4, !dbg !16
@wide_counter = dso_local global i64 0, align 8, !dbg !21

; Function Attrs: nounwind uwtable
define dso_local void @leave(i32 noundef %0) local_unnamed_addr #0 !dbg !57 {
  call void @llvm.dbg.value(metadata i32 %0, metadata !61, metadata !DIExpression()), !dbg !62
  %2 = icmp sgt i32 %0, 3, !dbg !63
  br i1 %2, label %3, label %4, !dbg !65

3:                                                ; preds = %1
  call void @longjmp(%struct.__jmp_buf_tag* noundef getelementptr inbounds ([1 x %struct.__jmp_buf_tag], [1 x %struct.__jmp_buf_tag]* @back, i64 0, i64 0), i32 noundef %0) #7, !dbg !66
  unreachable, !dbg !66

4:                                                ; preds = %1
  ret void, !dbg !67
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noreturn nounwind
declare void @longjmp(%struct.__jmp_buf_tag* noundef, i32 noundef) local_unnamed_addr #2

; Function Attrs: nofree nounwind uwtable
define dso_local i32 @exchange(i32 noundef %0, i32 noundef %1) local_unnamed_addr #3 !dbg !68 {
  %3 = alloca i32, align 4
  call void @llvm.dbg.value(metadata i32 %0, metadata !72, metadata !DIExpression()), !dbg !76
  call void @llvm.dbg.value(metadata i32 %1, metadata !73, metadata !DIExpression()), !dbg !76
  %4 = atomicrmw add i32* @shared, i32 2 monotonic, align 4, !dbg !77
  fence acquire, !dbg !78
  %5 = atomicrmw add i64* @wide_counter, i64 3 seq_cst, align 8, !dbg !79
  %6 = bitcast i32* %3 to i8*, !dbg !80
  call void @llvm.lifetime.start.p0i8(i64 4, i8* nonnull %6), !dbg !80
  call void @llvm.dbg.declare(metadata i32* %3, metadata !74, metadata !DIExpression()), !dbg !81
  store volatile i32 %0, i32* %3, align 4, !dbg !81, !tbaa !82
  %7 = load volatile i32, i32* %3, align 4, !dbg !86, !tbaa !82
  %8 = add nsw i32 %7, 1, !dbg !86
  store volatile i32 %8, i32* %3, align 4, !dbg !86, !tbaa !82
  %9 = cmpxchg weak i32* @shared, i32 %0, i32 %1 seq_cst seq_cst, align 4, !dbg !87
  %10 = extractvalue { i32, i1 } %9, 1, !dbg !87
  %11 = zext i1 %10 to i32, !dbg !87
  %12 = load atomic i32, i32* @shared acquire, align 4, !dbg !88
  %13 = add nsw i32 %12, %11, !dbg !89
  %14 = load volatile i32, i32* %3, align 4, !dbg !90, !tbaa !82
  %15 = add nsw i32 %13, %14, !dbg !91
  %16 = bitcast i32* %3 to i8*, !dbg !92
  call void @llvm.lifetime.end.p0i8(i64 4, i8* nonnull %16), !dbg !92
  ret i32 %15, !dbg !93
}

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #4

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #4

; Function Attrs: nounwind uwtable
define dso_local i32 @assembly(i32 noundef %0) local_unnamed_addr #0 !dbg !94 {
  call void @llvm.dbg.value(metadata i32 %0, metadata !98, metadata !DIExpression()), !dbg !100
  %2 = call i32 asm sideeffect "movl $1, $0\0A\09addl $$1, $0", "=r,r,~{cc},~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %0) #8, !dbg !101, !srcloc !102
  call void @llvm.dbg.value(metadata i32 %2, metadata !99, metadata !DIExpression()), !dbg !100
  ret i32 %2, !dbg !103
}

; Function Attrs: nounwind uwtable
define dso_local i32 @jump(i32 noundef %0) #0 !dbg !104 {
  call void @llvm.dbg.value(metadata i32 %0, metadata !106, metadata !DIExpression()), !dbg !108
  callbr void asm sideeffect "testl $0, $0; jne ${1:l}", "r,i,~{dirflag},~{fpsr},~{flags}"(i32 %0, i8* blockaddress(@jump, %2)) #8
          to label %3 [label %2], !dbg !109, !srcloc !110

2:                                                ; preds = %1
  call void @llvm.dbg.label(metadata !107), !dbg !111
  br label %3, !dbg !112

3:                                                ; preds = %1, %2
  %4 = phi i32 [ 1, %2 ], [ 0, %1 ], !dbg !108
  ret i32 %4, !dbg !113
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.label(metadata) #1

; Function Attrs: nounwind uwtable
define dso_local i32 @main() local_unnamed_addr #0 !dbg !114 {
  %1 = alloca i32, align 4
  %2 = call i32 @_setjmp(%struct.__jmp_buf_tag* noundef getelementptr inbounds ([1 x %struct.__jmp_buf_tag], [1 x %struct.__jmp_buf_tag]* @back, i64 0, i64 0)) #9, !dbg !118
  %3 = icmp eq i32 %2, 0, !dbg !118
  br i1 %3, label %4, label %26, !dbg !120

4:                                                ; preds = %0
  call void @llvm.dbg.value(metadata i32 1, metadata !72, metadata !DIExpression()) #8, !dbg !121
  call void @llvm.dbg.value(metadata i32 2, metadata !73, metadata !DIExpression()) #8, !dbg !121
  %5 = atomicrmw add i32* @shared, i32 2 monotonic, align 4, !dbg !123
  fence acquire, !dbg !124
  %6 = atomicrmw add i64* @wide_counter, i64 3 seq_cst, align 8, !dbg !125
  %7 = bitcast i32* %1 to i8*, !dbg !126
  call void @llvm.lifetime.start.p0i8(i64 4, i8* nonnull %7), !dbg !126
  call void @llvm.dbg.declare(metadata i32* %1, metadata !74, metadata !DIExpression()) #8, !dbg !127
  store volatile i32 1, i32* %1, align 4, !dbg !127, !tbaa !82
  %8 = load volatile i32, i32* %1, align 4, !dbg !128, !tbaa !82
  %9 = add nsw i32 %8, 1, !dbg !128
  store volatile i32 %9, i32* %1, align 4, !dbg !128, !tbaa !82
  %10 = cmpxchg weak i32* @shared, i32 1, i32 2 seq_cst seq_cst, align 4, !dbg !129
  %11 = extractvalue { i32, i1 } %10, 1, !dbg !129
  %12 = zext i1 %11 to i32, !dbg !129
  %13 = load atomic i32, i32* @shared acquire, align 4, !dbg !130
  %14 = add nsw i32 %13, %12, !dbg !131
  %15 = load volatile i32, i32* %1, align 4, !dbg !132, !tbaa !82
  %16 = add nsw i32 %14, %15, !dbg !133
  %17 = bitcast i32* %1 to i8*, !dbg !134
  call void @llvm.lifetime.end.p0i8(i64 4, i8* nonnull %17), !dbg !134
  call void @llvm.dbg.value(metadata i32 3, metadata !98, metadata !DIExpression()) #8, !dbg !135
  %18 = call i32 asm sideeffect "movl $1, $0\0A\09addl $$1, $0", "=r,r,~{cc},~{memory},~{dirflag},~{fpsr},~{flags}"(i32 3) #8, !dbg !137, !srcloc !102
  call void @llvm.dbg.value(metadata i32 %18, metadata !99, metadata !DIExpression()) #8, !dbg !135
  %19 = add nsw i32 %16, %18, !dbg !138
  call void @llvm.dbg.value(metadata i32 1, metadata !106, metadata !DIExpression()), !dbg !139
  callbr void asm sideeffect "testl $0, $0; jne ${1:l}", "r,i,~{dirflag},~{fpsr},~{flags}"(i32 1, i8* blockaddress(@main, %20)) #8
          to label %21 [label %20], !dbg !141, !srcloc !110

20:                                               ; preds = %4
  call void @llvm.dbg.label(metadata !107), !dbg !142
  br label %21, !dbg !143

21:                                               ; preds = %4, %20
  %22 = phi i32 [ 1, %20 ], [ 0, %4 ], !dbg !139
  %23 = add nsw i32 %19, %22, !dbg !144
  call void @llvm.dbg.value(metadata i32 %23, metadata !61, metadata !DIExpression()) #8, !dbg !145
  %24 = icmp sgt i32 %23, 3, !dbg !147
  br i1 %24, label %25, label %26, !dbg !148

25:                                               ; preds = %21
  call void @longjmp(%struct.__jmp_buf_tag* noundef getelementptr inbounds ([1 x %struct.__jmp_buf_tag], [1 x %struct.__jmp_buf_tag]* @back, i64 0, i64 0), i32 noundef %23) #7, !dbg !149
  unreachable, !dbg !149

26:                                               ; preds = %21, %0
  %27 = phi i32 [ 1, %0 ], [ 0, %21 ], !dbg !150
  ret i32 %27, !dbg !151
}

; Function Attrs: nounwind returns_twice
declare i32 @_setjmp(%struct.__jmp_buf_tag* noundef) local_unnamed_addr #5

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #6

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { noreturn nounwind "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { argmemonly mustprogress nofree nosync nounwind willreturn }
attributes #5 = { nounwind returns_twice "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #7 = { noreturn nounwind }
attributes #8 = { nounwind }
attributes #9 = { nounwind returns_twice }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!50, !51, !52, !53, !54, !55}
!llvm.ident = !{!56}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "back", scope: !2, file: !3, line: 3, type: !25, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, globals: !15, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "tests/programs/low_level.c", directory: "/src", checksumkind: CSK_MD5, checksum: "7fd44efda9016d4f572d8d96295903e9")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 56, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "de5d66a1ef2f5448cc1919ff39db92bc")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!0, !16, !21}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "shared", scope: !2, file: !3, line: 3, type: !18, isLocal: false, isDefinition: true)
!18 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !19)
!19 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !20)
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "wide_counter", scope: !2, file: !3, line: 3, type: !23, isLocal: false, isDefinition: true)
!23 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !24)
!24 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!25 = !DIDerivedType(tag: DW_TAG_typedef, name: "jmp_buf", file: !26, line: 32, baseType: !27)
!26 = !DIFile(filename: "/usr/include/setjmp.h", directory: "", checksumkind: CSK_MD5, checksum: "cd7862ae7ed31595227c999638ae74e7")
!27 = !DICompositeType(tag: DW_TAG_array_type, baseType: !28, size: 1600, elements: !48)
!28 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__jmp_buf_tag", file: !29, line: 26, size: 1600, elements: !30)
!29 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/struct___jmp_buf_tag.h", directory: "", checksumkind: CSK_MD5, checksum: "56a90a97e853c2bec1d9e290be5e92e4")
!30 = !{!31, !37, !38}
!31 = !DIDerivedType(tag: DW_TAG_member, name: "__jmpbuf", scope: !28, file: !29, line: 32, baseType: !32, size: 512)
!32 = !DIDerivedType(tag: DW_TAG_typedef, name: "__jmp_buf", file: !33, line: 31, baseType: !34)
!33 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/setjmp.h", directory: "", checksumkind: CSK_MD5, checksum: "80e7796efafaf357b5e64731e4f6ac30")
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !24, size: 512, elements: !35)
!35 = !{!36}
!36 = !DISubrange(count: 8)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "__mask_was_saved", scope: !28, file: !29, line: 33, baseType: !20, size: 32, offset: 512)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "__saved_mask", scope: !28, file: !29, line: 34, baseType: !39, size: 1024, offset: 576)
!39 = !DIDerivedType(tag: DW_TAG_typedef, name: "__sigset_t", file: !40, line: 8, baseType: !41)
!40 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/types/__sigset_t.h", directory: "", checksumkind: CSK_MD5, checksum: "acc6b14c0967857fec362a8d433e1cf2")
!41 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !40, line: 5, size: 1024, elements: !42)
!42 = !{!43}
!43 = !DIDerivedType(tag: DW_TAG_member, name: "__val", scope: !41, file: !40, line: 7, baseType: !44, size: 1024)
!44 = !DICompositeType(tag: DW_TAG_array_type, baseType: !45, size: 1024, elements: !46)
!45 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!46 = !{!47}
!47 = !DISubrange(count: 16)
!48 = !{!49}
!49 = !DISubrange(count: 1)
!50 = !{i32 7, !"Dwarf Version", i32 5}
!51 = !{i32 2, !"Debug Info Version", i32 3}
!52 = !{i32 1, !"wchar_size", i32 4}
!53 = !{i32 7, !"PIC Level", i32 2}
!54 = !{i32 7, !"PIE Level", i32 2}
!55 = !{i32 7, !"uwtable", i32 1}
!56 = !{!"Debian clang version 14.0.6"}
!57 = distinct !DISubprogram(name: "leave", scope: !3, file: !3, line: 5, type: !58, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !60)
!58 = !DISubroutineType(types: !59)
!59 = !{null, !20}
!60 = !{!61}
!61 = !DILocalVariable(name: "x", arg: 1, scope: !57, file: !3, line: 5, type: !20)
!62 = !DILocation(line: 0, scope: !57)
!63 = !DILocation(line: 5, column: 27, scope: !64)
!64 = distinct !DILexicalBlock(scope: !57, file: !3, line: 5, column: 25)
!65 = !DILocation(line: 5, column: 25, scope: !57)
!66 = !DILocation(line: 5, column: 32, scope: !64)
!67 = !DILocation(line: 5, column: 50, scope: !57)
!68 = distinct !DISubprogram(name: "exchange", scope: !3, file: !3, line: 6, type: !69, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !71)
!69 = !DISubroutineType(types: !70)
!70 = !{!20, !20, !20}
!71 = !{!72, !73, !74}
!72 = !DILocalVariable(name: "old", arg: 1, scope: !68, file: !3, line: 6, type: !20)
!73 = !DILocalVariable(name: "new", arg: 2, scope: !68, file: !3, line: 6, type: !20)
!74 = !DILocalVariable(name: "v", scope: !68, file: !3, line: 8, type: !75)
!75 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !20)
!76 = !DILocation(line: 0, scope: !68)
!77 = !DILocation(line: 7, column: 3, scope: !68)
!78 = !DILocation(line: 7, column: 64, scope: !68)
!79 = !DILocation(line: 8, column: 16, scope: !68)
!80 = !DILocation(line: 8, column: 22, scope: !68)
!81 = !DILocation(line: 8, column: 35, scope: !68)
!82 = !{!83, !83, i64 0}
!83 = !{!"int", !84, i64 0}
!84 = !{!"omnipotent char", !85, i64 0}
!85 = !{!"Simple C/C++ TBAA"}
!86 = !DILocation(line: 8, column: 45, scope: !68)
!87 = !DILocation(line: 9, column: 10, scope: !68)
!88 = !DILocation(line: 9, column: 61, scope: !68)
!89 = !DILocation(line: 9, column: 59, scope: !68)
!90 = !DILocation(line: 9, column: 115, scope: !68)
!91 = !DILocation(line: 9, column: 113, scope: !68)
!92 = !DILocation(line: 10, column: 1, scope: !68)
!93 = !DILocation(line: 9, column: 3, scope: !68)
!94 = distinct !DISubprogram(name: "assembly", scope: !3, file: !3, line: 11, type: !95, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !97)
!95 = !DISubroutineType(types: !96)
!96 = !{!20, !20}
!97 = !{!98, !99}
!98 = !DILocalVariable(name: "x", arg: 1, scope: !94, file: !3, line: 11, type: !20)
!99 = !DILocalVariable(name: "r", scope: !94, file: !3, line: 11, type: !20)
!100 = !DILocation(line: 0, scope: !94)
!101 = !DILocation(line: 11, column: 30, scope: !94)
!102 = !{i64 550, i64 564}
!103 = !DILocation(line: 11, column: 114, scope: !94)
!104 = distinct !DISubprogram(name: "jump", scope: !3, file: !3, line: 12, type: !95, scopeLine: 12, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !105)
!105 = !{!106, !107}
!106 = !DILocalVariable(name: "x", arg: 1, scope: !104, file: !3, line: 12, type: !20)
!107 = !DILabel(scope: !104, name: "taken", file: !3, line: 12)
!108 = !DILocation(line: 0, scope: !104)
!109 = !DILocation(line: 12, column: 19, scope: !104)
!110 = !{i64 660}
!111 = !DILocation(line: 12, column: 89, scope: !104)
!112 = !DILocation(line: 12, column: 96, scope: !104)
!113 = !DILocation(line: 12, column: 106, scope: !104)
!114 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 13, type: !115, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !117)
!115 = !DISubroutineType(types: !116)
!116 = !{!20}
!117 = !{}
!118 = !DILocation(line: 13, column: 22, scope: !119)
!119 = distinct !DILexicalBlock(scope: !114, file: !3, line: 13, column: 22)
!120 = !DILocation(line: 13, column: 22, scope: !114)
!121 = !DILocation(line: 0, scope: !68, inlinedAt: !122)
!122 = distinct !DILocation(line: 13, column: 52, scope: !114)
!123 = !DILocation(line: 7, column: 3, scope: !68, inlinedAt: !122)
!124 = !DILocation(line: 7, column: 64, scope: !68, inlinedAt: !122)
!125 = !DILocation(line: 8, column: 16, scope: !68, inlinedAt: !122)
!126 = !DILocation(line: 8, column: 22, scope: !68, inlinedAt: !122)
!127 = !DILocation(line: 8, column: 35, scope: !68, inlinedAt: !122)
!128 = !DILocation(line: 8, column: 45, scope: !68, inlinedAt: !122)
!129 = !DILocation(line: 9, column: 10, scope: !68, inlinedAt: !122)
!130 = !DILocation(line: 9, column: 61, scope: !68, inlinedAt: !122)
!131 = !DILocation(line: 9, column: 59, scope: !68, inlinedAt: !122)
!132 = !DILocation(line: 9, column: 115, scope: !68, inlinedAt: !122)
!133 = !DILocation(line: 9, column: 113, scope: !68, inlinedAt: !122)
!134 = !DILocation(line: 10, column: 1, scope: !68, inlinedAt: !122)
!135 = !DILocation(line: 0, scope: !94, inlinedAt: !136)
!136 = distinct !DILocation(line: 13, column: 69, scope: !114)
!137 = !DILocation(line: 11, column: 30, scope: !94, inlinedAt: !136)
!138 = !DILocation(line: 13, column: 67, scope: !114)
!139 = !DILocation(line: 0, scope: !104, inlinedAt: !140)
!140 = distinct !DILocation(line: 13, column: 83, scope: !114)
!141 = !DILocation(line: 12, column: 19, scope: !104, inlinedAt: !140)
!142 = !DILocation(line: 12, column: 89, scope: !104, inlinedAt: !140)
!143 = !DILocation(line: 12, column: 96, scope: !104, inlinedAt: !140)
!144 = !DILocation(line: 13, column: 81, scope: !114)
!145 = !DILocation(line: 0, scope: !57, inlinedAt: !146)
!146 = distinct !DILocation(line: 13, column: 46, scope: !114)
!147 = !DILocation(line: 5, column: 27, scope: !64, inlinedAt: !146)
!148 = !DILocation(line: 5, column: 25, scope: !57, inlinedAt: !146)
!149 = !DILocation(line: 5, column: 32, scope: !64, inlinedAt: !146)
!150 = !DILocation(line: 0, scope: !114)
!151 = !DILocation(line: 13, column: 103, scope: !114)
