const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** Offset of the list of the allocation table's first sectors in the header, and its length. */
const DIFAT_AT = 76;
const DIFAT_IN_HEADER = 109;
/** Sector numbers from this one on mark the end of a chain or a free sector. */
const LAST_SECTOR = 0xfffffffa;
/** Value of a reference to another entry if there is none. */
const NO_ENTRY = 0xffffffff;
/** Smaller streams are stored in the stream of the root entry, in sectors of `MINI_SECTOR` bytes. */
const MINI_CUTOFF = 4096;
const MINI_SECTOR = 64;

/** A stream or storage of a compound file. */
export interface CompoundEntry {
  name: string;
  isRoot: boolean;
  /** whether it is a storage that is not empty */
  hasChildren: boolean;
  firstSector: number;
  size: number;
}

/** An OLE compound file ([MS-CFB]). */
export interface CompoundFile {
  entries: readonly CompoundEntry[];
  /** Reads the first bytes of a stream, up to `maxBytes`. */
  read(entry: CompoundEntry, maxBytes: number): Buffer;
}

/**
 * Opens an OLE compound file, such as a Word 97 document; undefined for other files. It reads no sector of a chain
 * twice, so that chains with cycles end.
 */
export function openCompound(file: Buffer): CompoundFile | undefined {
  if (file.length < HEADER_BYTES || !file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const shift = file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectors = new Sectors(file, 1 << shift);
  const table = sectors.allocationTable();
  const entries = [...sectors.chain(file.readUInt32LE(48), table)].flatMap(entriesIn);
  const join = (first: number, maxBytes: number): Buffer => joinSectors(sectors.chain(first, table), maxBytes);
  return {
    entries,
    read({ firstSector, size }, maxBytes) {
      const length = Math.min(size, maxBytes);
      if (size >= MINI_CUTOFF) return join(firstSector, length);
      const root = entries.find(({ isRoot }) => isRoot);
      const mini = new Sectors(join(root?.firstSector ?? LAST_SECTOR, file.length), MINI_SECTOR, 0);
      const miniTable = join(file.readUInt32LE(60), file.length);
      return joinSectors(
        mini.chain(firstSector, (sector) =>
          4 * sector + 4 <= miniTable.length ? miniTable.readUInt32LE(4 * sector) : LAST_SECTOR,
        ),
        length,
      );
    },
  };
}

/** The names of the streams and storages of a compound file; undefined for other files. */
export function compoundEntries(file: Buffer): ReadonlySet<string> | undefined {
  const compound = openCompound(file);
  return compound && new Set(compound.entries.map(({ name }) => name));
}

function entriesIn(sector: Buffer): CompoundEntry[] {
  const entries: CompoundEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= sector.length; at += ENTRY_BYTES) {
    const nameBytes = sector.readUInt16LE(at + 64);
    if (nameBytes < 2 || nameBytes > 64) continue;
    entries.push({
      name: sector.toString('utf16le', at, at + nameBytes - 2),
      isRoot: sector[at + 66] === 5,
      hasChildren: sector.readUInt32LE(at + 76) !== NO_ENTRY,
      firstSector: sector.readUInt32LE(at + 116),
      size: sector.readUInt32LE(at + 120),
    });
  }
  return entries;
}

function joinSectors(sectors: Iterable<Buffer>, maxBytes: number): Buffer {
  const parts: Buffer[] = [];
  let size = 0;
  for (const sector of sectors) {
    if (size >= maxBytes) break;
    parts.push(sector);
    size += sector.length;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}

class Sectors {
  readonly #file: Buffer;
  readonly #size: number;
  /** sectors before the first one; the header has the size of one */
  readonly #before: number;

  constructor(file: Buffer, size: number, before = 1) {
    this.#file = file;
    this.#size = size;
    this.#before = before;
  }

  /** Returns a function from a sector to the next one of its chain. */
  allocationTable(): (sector: number) => number {
    const perSector = this.#size / 4;
    const places: number[] = [];
    for (let index = 0; index < DIFAT_IN_HEADER; index++) places.push(this.#file.readUInt32LE(DIFAT_AT + 4 * index));
    // in larger files the list continues in further sectors, each of which ends in the number of the next one
    for (const sector of this.chain(this.#file.readUInt32LE(68), (_, content) =>
      content.readUInt32LE(this.#size - 4),
    )) {
      for (let index = 0; index < perSector - 1; index++) places.push(sector.readUInt32LE(4 * index));
    }
    return (sector) =>
      this.#at(places[Math.floor(sector / perSector)] ?? LAST_SECTOR)?.readUInt32LE(4 * (sector % perSector)) ??
      LAST_SECTOR;
  }

  /** Yields the sectors of a chain, until it ends, leaves the file or returns to an earlier sector. */
  *chain(first: number, next: (sector: number, content: Buffer) => number): Generator<Buffer> {
    const seen = new Set<number>();
    for (let sector = first; sector < LAST_SECTOR && !seen.has(sector);) {
      const content = this.#at(sector);
      if (!content) return;
      seen.add(sector);
      yield content;
      sector = next(sector, content);
    }
  }

  #at(sector: number): Buffer | undefined {
    const start = (sector + this.#before) * this.#size;
    return sector < LAST_SECTOR && start + this.#size <= this.#file.length
      ? this.#file.subarray(start, start + this.#size)
      : undefined;
  }
}
