package source

import "cmp"

// Limits bound what input may cost, so that a hostile or a mistaken file ends
// in a clear error instead of an exhausted machine. A zero field stands for its
// default.
type Limits struct {
	// Files that one run reads, members of archives included; default 1,000,000.
	Files int
	// FileBytes of one file or archive member, decompressed; default 1 GiB.
	FileBytes int64
	// TotalBytes of all files, decompressed; default 8 GiB.
	TotalBytes int64
	// DocumentBytes of one YAML or JSON document; default 256 MiB. A list of
	// objects is one document.
	DocumentBytes int64
	// ParseBytes of YAML that is parsed in one piece, which costs about twenty
	// times its size in memory; default 32 MiB. Longer lists are parsed item by
	// item.
	ParseBytes int64
	// Documents of all files; default 4,000,000.
	Documents int
	// Depth of nested maps and lists, aliases resolved; default 200. The parser
	// alone would go on to 10,000.
	Depth int
	// AliasFactor is how many times larger than the document it may become when
	// its aliases are resolved; default 10. Documents below AliasFloor nodes,
	// resolved, are always accepted; default 10,000.
	AliasFactor, AliasFloor int
	// ArchiveRatio is how many times larger than the archive its content may
	// be; default 200. Below ArchiveFloor bytes the ratio does not matter;
	// default 64 MiB.
	ArchiveRatio, ArchiveFloor int64
	// ArchiveLevels is how deep archives may lie in archives; default 2. Deeper
	// ones are skipped and counted.
	ArchiveLevels int
}

func (l Limits) orDefaults() Limits {
	return Limits{
		Files:         cmp.Or(l.Files, 1_000_000),
		FileBytes:     cmp.Or(l.FileBytes, 1<<30),
		TotalBytes:    cmp.Or(l.TotalBytes, 8<<30),
		DocumentBytes: cmp.Or(l.DocumentBytes, 256<<20),
		ParseBytes:    cmp.Or(l.ParseBytes, 32<<20),
		Documents:     cmp.Or(l.Documents, 4_000_000),
		Depth:         cmp.Or(l.Depth, 200),
		AliasFactor:   cmp.Or(l.AliasFactor, 10),
		AliasFloor:    cmp.Or(l.AliasFloor, 10_000),
		ArchiveRatio:  cmp.Or(l.ArchiveRatio, 200),
		ArchiveFloor:  cmp.Or(l.ArchiveFloor, 64<<20),
		ArchiveLevels: cmp.Or(l.ArchiveLevels, 2),
	}
}
