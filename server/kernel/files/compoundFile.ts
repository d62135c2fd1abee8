const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** Where the header lists the first sectors of the allocation table, and how many it has room for. */
const DIFAT_AT = 76;
const DIFAT_IN_HEADER = 109;
/** Sector numbers from here on mean "end" or "free". */
const LAST_SECTOR = 0xfffffffa;

/**
 * The names of the streams and storages of an OLE compound file ([MS-CFB]), such as a Word 97 document; undefined for
 * what is none. Reads the directory alone, and no sector twice, whatever the file says.
 */
export function compoundEntries(file: Buffer): ReadonlySet<string> | undefined {
  if (file.length < HEADER_BYTES || !file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const shift = file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectors = new Sectors(file, 1 << shift);
  const table = sectors.allocationTable();
  const names = new Set<string>();
  for (const sector of sectors.chain(file.readUInt32LE(48), (current) => table(current))) {
    for (let at = 0; at + ENTRY_BYTES <= sector.length; at += ENTRY_BYTES) {
      const nameBytes = sector.readUInt16LE(at + 64);
      if (nameBytes >= 2 && nameBytes <= 64) names.add(sector.toString('utf16le', at, at + nameBytes - 2));
    }
  }
  return names;
}

class Sectors {
  readonly #file: Buffer;
  readonly #size: number;

  constructor(file: Buffer, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** Answers which sector follows another. */
  allocationTable(): (sector: number) => number {
    const perSector = this.#size / 4;
    const places: number[] = [];
    for (let index = 0; index < DIFAT_IN_HEADER; index++) places.push(this.#file.readUInt32LE(DIFAT_AT + 4 * index));
    // larger files go on with the list in sectors of its own, each of which ends in the number of the next
    for (const sector of this.chain(this.#file.readUInt32LE(68), (_, content) => content.readUInt32LE(this.#size - 4))) {
      for (let index = 0; index < perSector - 1; index++) places.push(sector.readUInt32LE(4 * index));
    }
    return (sector) => this.#at(places[Math.floor(sector / perSector)] ?? LAST_SECTOR)?.readUInt32LE(4 * (sector % perSector)) ?? LAST_SECTOR;
  }

  /** The sectors of a chain, until it ends, leaves the file or comes back to where it was. */
  * chain(first: number, next: (sector: number, content: Buffer) => number): Generator<Buffer> {
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
    // the header takes the place of a whole sector
    const start = (sector + 1) * this.#size;
    return sector < LAST_SECTOR && start + this.#size <= this.#file.length ? this.#file.subarray(start, start + this.#size) : undefined;
  }
}
