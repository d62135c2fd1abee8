/**
 * Keys of the messages about spreadsheets, MSG_upload_0001 to MSG_upload_0099. Their texts are in
 * `locales/<language>/messages.json`.
 */
export const UPLOAD = {
  // the file as a whole
  empty: 'MSG_upload_0001',
  tooLarge: 'MSG_upload_0002',
  notSpreadsheet: 'MSG_upload_0003',
  oldExcel: 'MSG_upload_0004',
  encrypted: 'MSG_upload_0005',
  damaged: 'MSG_upload_0006',
  bomb: 'MSG_upload_0007',
  tooManyRows: 'MSG_upload_0008',
  tooManyColumns: 'MSG_upload_0009',
  noSheet: 'MSG_upload_0010',
  encoding: 'MSG_upload_0011',
  quotes: 'MSG_upload_0012',
  rowTooLong: 'MSG_upload_0013',
  tooManyBlankRows: 'MSG_upload_0014',
  badLine: 'MSG_upload_0015',
  // one cell
  formula: 'MSG_upload_0020',
  errorValue: 'MSG_upload_0021',
  impossibleDate: 'MSG_upload_0022',
  cellTooLong: 'MSG_upload_0023',
  notNumber: 'MSG_upload_0024',
  noHeading: 'MSG_upload_0025',
  // headings and mapping
  unknownHeading: 'MSG_upload_0030',
  ambiguousHeading: 'MSG_upload_0031',
  fieldTwice: 'MSG_upload_0032',
  unknownField: 'MSG_upload_0033',
  notImportable: 'MSG_upload_0034',
  noColumn: 'MSG_upload_0035',
  twoSources: 'MSG_upload_0036',
  runningPattern: 'MSG_upload_0037',
  runningExhausted: 'MSG_upload_0038',
  wrongFile: 'MSG_upload_0039',
  mapping: 'MSG_upload_0040',
  // record versions
  difference: 'MSG_upload_0046',
  overwrites: 'MSG_upload_0099',
  // export
  sheetFull: 'MSG_upload_0041',
  // texts in the template
  dataSheet: 'MSG_upload_0050',
  fieldsSheet: 'MSG_upload_0051',
  errors: 'MSG_upload_0052',
  heading: 'MSG_upload_0053',
  fieldName: 'MSG_upload_0054',
  type: 'MSG_upload_0055',
  required: 'MSG_upload_0056',
  maxLength: 'MSG_upload_0057',
  note: 'MSG_upload_0058',
  yes: 'MSG_upload_0059',
  no: 'MSG_upload_0060',
  options: 'MSG_upload_0061',
  codeOf: 'MSG_upload_0062',
  keyOf: 'MSG_upload_0066',
  characterLimit: 'MSG_upload_0063',
  semicolons: 'MSG_upload_0064',
  places: 'MSG_upload_0065',
  versionNote: 'MSG_upload_0067',
  // conflicts of rows with records
  conflict: 'MSG_upload_0096',
  recordMissing: 'MSG_upload_0097',
  noVersion: 'MSG_upload_0098',
  severalRecords: 'MSG_upload_0089',
  otherParent: 'MSG_upload_0088',
} as const;

/** Texts of the template that describe the field kinds; other kinds are described as text. */
export const TYPE_TEXT = {
  text: 'MSG_upload_0070',
  integer: 'MSG_upload_0071',
  decimal: 'MSG_upload_0072',
  money: 'MSG_upload_0073',
  percent: 'MSG_upload_0074',
  rate: 'MSG_upload_0075',
  date: 'MSG_upload_0076',
  dateTime: 'MSG_upload_0077',
  month: 'MSG_upload_0078',
  year: 'MSG_upload_0079',
  yesNo: 'MSG_upload_0080',
  choice: 'MSG_upload_0081',
  multiChoice: 'MSG_upload_0082',
} as const;

/** A message key of uploaded spreadsheets. */
export type UploadKey = (typeof UPLOAD)[keyof typeof UPLOAD];
