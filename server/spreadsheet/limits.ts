/** Limits of an uploaded spreadsheet. A file is refused as soon as it exceeds a limit, before it uses more memory. */
export interface Limits {
  /** size of the uploaded file */
  maxBytes: number;
  /** rows with at least one value, not counting the row of headings */
  maxRows: number;
  /** rows without any value */
  maxBlankRows: number;
  /** columns with at least one value */
  maxColumns: number;
  /** UTF-16 code units of one cell */
  maxCellLength: number;
  /** total unpacked bytes of the parts of an xlsx file, checked both as declared in the file and as counted */
  maxInflatedBytes: number;
  /** parts in an xlsx file */
  maxEntries: number;
  /** ratio of unpacked to packed size of a part with more than a megabyte unpacked */
  maxRatio: number;
  /** approximate bytes of memory for the table of shared texts of an xlsx file */
  maxSharedBytes: number;
}

/** Limits for 100,000 rows of a typical sheet. `maxCellLength` is the limit of Excel. */
export const DEFAULT_LIMITS: Limits = {
  maxBytes: 20_000_000,
  maxRows: 100_000,
  maxBlankRows: 100_000,
  maxColumns: 256,
  maxCellLength: 32_767,
  maxInflatedBytes: 256_000_000,
  maxEntries: 1_000,
  maxRatio: 300,
  maxSharedBytes: 64_000_000,
};
