const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** Offset and length of the DIFAT in the header. The DIFAT lists the sectors of the allocation table. */
const DIFAT_OFFSET = 76;
const DIFAT_IN_HEADER = 109;
/** This and larger sector numbers mark the end of a chain or a free sector. */
const LAST_SECTOR = 0xfffffffa;
/** Value of an absent reference to another entry. */
const NO_ENTRY = 0xffffffff;
/** Streams with fewer bytes are stored in the stream of the root entry, in sectors of `MINI_SECTOR` bytes. */
const MINI_CUTOFF = 4096;
const MINI_SECTOR = 64;

/** A stream or storage of a compound file. */
export interface CompoundEntry {
  name: string;
  isRoot: boolean;
  /** whether it is a storage with entries in it */
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
 * Opens an OLE compound file, such as a Word 97 document; undefined for other files. No sector of a chain is read
 * twice, so a chain with a cycle ends.
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
  for (let start = 0; start + ENTRY_BYTES <= sector.length; start += ENTRY_BYTES) {
    const nameBytes = sector.readUInt16LE(start + 64);
    if (nameBytes < 2 || nameBytes > 64) continue;
    entries.push({
      name: sector.toString('utf16le', start, start + nameBytes - 2),
      isRoot: sector[start + 66] === 5,
      hasChildren: sector.readUInt32LE(start + 76) !== NO_ENTRY,
      firstSector: sector.readUInt32LE(start + 116),
      size: sector.readUInt32LE(start + 120),
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

/** The sectors of a file, or of the stream with the small streams, all of one size. */
class Sectors {
  readonly #file: Buffer;
  readonly #size: number;
  /** number of sectors before sector 0: the header of a file has the size of one sector */
  readonly #headerSectors: number;

  constructor(file: Buffer, size: number, headerSectors = 1) {
    this.#file = file;
    this.#size = size;
    this.#headerSectors = headerSectors;
  }

  /** Returns a function from a sector to the next sector of its chain. */
  allocationTable(): (sector: number) => number {
    const perSector = this.#size / 4;
    const tableSectors: number[] = [];
    for (let index = 0; index < DIFAT_IN_HEADER; index++)
      tableSectors.push(this.#file.readUInt32LE(DIFAT_OFFSET + 4 * index));
    // in larger files the DIFAT continues in further sectors, each of which ends in the number of the next one
    for (const sector of this.chain(this.#file.readUInt32LE(68), (_, content) =>
      content.readUInt32LE(this.#size - 4),
    )) {
      for (let index = 0; index < perSector - 1; index++) tableSectors.push(sector.readUInt32LE(4 * index));
    }
    return (sector) => {
      const tableSector = this.#contentOf(tableSectors[Math.floor(sector / perSector)] ?? LAST_SECTOR);
      return tableSector?.readUInt32LE(4 * (sector % perSector)) ?? LAST_SECTOR;
    };
  }

  /** Yields the sectors of a chain, until it ends, leaves the file or returns to an earlier sector. */
  *chain(first: number, next: (sector: number, content: Buffer) => number): Generator<Buffer> {
    const seen = new Set<number>();
    for (let sector = first; sector < LAST_SECTOR && !seen.has(sector);) {
      const content = this.#contentOf(sector);
      if (!content) return;
      seen.add(sector);
      yield content;
      sector = next(sector, content);
    }
  }

  /** The bytes of a sector; undefined outside of the file. */
  #contentOf(sector: number): Buffer | undefined {
    const start = (sector + this.#headerSectors) * this.#size;
    return sector < LAST_SECTOR && start + this.#size <= this.#file.length
      ? this.#file.subarray(start, start + this.#size)
      : undefined;
  }
}
