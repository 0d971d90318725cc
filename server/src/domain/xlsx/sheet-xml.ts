import type { CsvValue } from '@waypost/contract/values/csv-line.ts';
import { showInvisible } from '@waypost/contract/values/invisible-text.ts';

// Format of a column. `price` is an amount per visit or click, which needs more decimals.
export type XlsxFormat = 'general' | 'count' | 'amount' | 'price' | 'percent';

// Limits of the format. More rows continue on another sheet, and longer text is cut.
export const sheetRowsMax = 1_048_576;
const textLengthMax = 32_767;

const formats: readonly XlsxFormat[] = ['general', 'count', 'amount', 'price', 'percent'];
const formatCodes: Readonly<Record<XlsxFormat, string>> = {
  general: 'General',
  count: '#,##0',
  amount: '#,##0.00',
  price: '#,##0.0000',
  percent: '0.00%',
};
// Format of header cells, which follows those of the columns.
const headStyle = formats.length;

const [widthLeast, widthMost] = [10, 40];
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

// Returns the start of a sheet with its header row, which stays in view.
export function sheetStart(header: readonly string[]): string {
  const columns = header.map((text, at) => {
    const width = Math.min(widthMost, Math.max(widthLeast, text.length + 2));
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  const cells = header.map((text) => textCell(text, ` s="${headStyle}"`));
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row>${cells.join('')}</row>`;
}

export function sheetRow(values: readonly CsvValue[], columns: readonly XlsxFormat[]): string {
  let cells = '';
  for (let at = 0; at < values.length; at += 1) cells += cell(values[at] ?? null, columns[at] ?? 'general');
  return `<row>${cells}</row>`;
}

export const sheetEnd = '</sheetData></worksheet>';

function cell(value: CsvValue, format: XlsxFormat): string {
  if (value === null) return '<c/>';
  const style = format === 'general' ? '' : ` s="${formats.indexOf(format)}"`;
  if (typeof value === 'number') return `<c${style}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'object' && 'digits' in value) return `<c${style}><v>${value.digits}</v></c>`;
  return textCell(typeof value === 'string' ? value : value.join(','), '');
}

// Text is never a formula in this format. Invisible characters are written as codes, as in CSV files.
function textCell(text: string, style: string): string {
  const shown = escapeXml(showInvisible(text).slice(0, textLengthMax).toWellFormed());
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${shown}</t></is></c>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

// Characters that XML 1.0 does not allow are replaced.
function escapeXml(text: string): string {
  return (
    text
      .replaceAll(/[&<>]/g, (character) => escapes[character] ?? character)
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
  );
}

export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

function part(name: string, xml: string): { name: string; content: string[] } {
  return { name, content: [head + xml] };
}

function type(path: string, kind: string): string {
  return `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
}

// Returns the parts of a workbook other than its sheets, by path.
export function workbookParts(sheets: number): { name: string; content: string[] }[] {
  const list = Array.from({ length: sheets }, (_, at) => at + 1);
  return [
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${list
        .map((id) => `<sheet name="Sheet ${id}" sheetId="${id}" r:id="rId${id}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${list
        .map(
          (id) =>
            `<Relationship Id="rId${id}" Type="${relationships}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rId${sheets + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    ),
    part('xl/styles.xml', styles()),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type('xl/workbook.xml', 'sheet.main')}${list.map((id) => type(sheetPath(id), 'worksheet')).join('')}${type('xl/styles.xml', 'styles')}</Types>`,
    ),
  ];
}

// IDs below this one belong to built-in formats.
const ownFormat = 164;

function styles(): string {
  const codes = formats.map(
    (format, at) => `<numFmt numFmtId="${ownFormat + at}" formatCode="${formatCodes[format]}"/>`,
  );
  const cells = formats.map(
    (_, at) =>
      `<xf numFmtId="${at === 0 ? 0 : ownFormat + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  const font = '<font><sz val="11"/><name val="Calibri"/></font>';
  const bold = '<font><b/><sz val="11"/><name val="Calibri"/></font>';
  const fills =
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>';
  const borders = '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>';
  const base = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>';
  const headCell = '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>';
  return `<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${codes.join('')}</numFmts><fonts count="2">${font}${bold}</fonts>${fills}${borders}<cellStyleXfs count="1">${base}</cellStyleXfs><cellXfs count="${cells.length + 1}">${cells.join('')}${headCell}</cellXfs></styleSheet>`;
}
