/**
 * Form bodies of roughly a given size (bytes), cheap to send and possibly expensive to parse. They begin with some
 * ordinary fields, such as the token without which a form would be refused.
 */
export const hostileBodies: [name: string, body: (size: number, fields?: Record<string, string>) => HostileBody][] = [
  ...Object.entries({
    'fields without names or values': '=&',
    'fields without names': '&',
    'fields of one letter': 'a=b&',
    'fields without values': 'a&',
    'fields with empty values': 'a=&',
    'equals signs': '=',
    'percent signs in a name': '%41',
    'long names': `${'a[b].'.repeat(50)}=c&`,
  }).map(([name, unit]): Entry => [name, (size, fields) => urlEncoded('', unit, size, fields)]),
  ...Object.entries({
    'percent signs': '%',
    'encoded percent signs': '%25',
    'incomplete escapes': '%4',
    'encoded letters of two bytes': '%D8%A3',
    'plus signs': '+',
  }).map(([name, unit]): Entry => [name, (size, fields) => urlEncoded('name=', unit, size, fields)]),
  ['names in brackets', (size, fields) => urlEncoded('a', '[b]', size, fields)],
  ...Object.entries({
    'empty parts': '--x\r\n\r\n',
    'parts without a name': '--x\r\nA: b\r\n\r\nc\r\n',
    'fields with no name at all': '--x\r\nContent-Disposition: form-data\r\n\r\nc\r\n',
    'small fields': '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n',
    'empty files': '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n\r\n',
    'forms within forms': '--x\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n',
    'boundaries that begin again': '\r\n--x\r\n--',
  }).map(([name, unit]): Entry => [name, (size, fields) => multipart('', unit, size, fields)]),
  ...Object.entries({
    'incomplete boundaries': '\r\n--',
    'line breaks': '\r\n',
    'a boundary without its last letter': '\r\n--\r\n\r',
  }).map(([name, unit]): Entry => [
    name,
    (size, fields) =>
      multipart('--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n', unit, size, fields),
  ]),
  ...Object.entries({
    'an unterminated header': ['--x\r\nContent-Disposition: form-data; name="', 'a'],
    'parameters of a header': ['--x\r\nContent-Disposition: form-data', '; a=b'],
    'quotation marks in a header': ['--x\r\nContent-Disposition: form-data; name="a', '\\"'],
    'encoded parameters of a header': ['--x\r\nContent-Disposition: form-data', "; name*0*=utf-8''%41"],
    'many headers': ['--x\r\n', 'A: b\r\n'],
    'a long field': ['--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n', 'a'],
    'an unterminated preamble': ['', '-'],
  }).map(([name, [start = '', unit = '']]): Entry => [name, (size, fields) => multipart(start, unit, size, fields)]),
  ...Object.entries({
    'fields that claim to be parts': 'multipart/form-data; boundary=x',
    'fields with an empty boundary': 'multipart/form-data; boundary=""',
    'fields in another character set': 'application/x-www-form-urlencoded; charset=utf-16le',
    'fields in an unknown character set': 'application/x-www-form-urlencoded; charset=base64',
    'fields that claim to be a text': 'text/plain',
    'fields that claim to be a document': 'application/json',
    'fields that claim to be nothing': '',
    'a content type of many parameters': `multipart/form-data${'; a=b'.repeat(2_000)}`,
  }).map(([name, type]): Entry => [name, (size, fields) => claiming(type, urlEncoded('', 'a=b&', size, fields))]),
  [
    'parts that claim to be fields',
    (size, fields) => claiming('application/x-www-form-urlencoded', multipart('', '--x\r\n\r\n\r\n', size, fields)),
  ],
  ['brackets', (size) => claiming('application/json', { headers: {}, bytes: Buffer.alloc(size, '[') })],
];

export interface HostileBody {
  headers: Record<string, string>;
  bytes: Buffer;
}

type Entry = (typeof hostileBodies)[number];

function urlEncoded(start: string, unit: string, size: number, fields: Record<string, string> = {}): HostileBody {
  const ordinary = new URLSearchParams(fields).toString();
  const before = ordinary === '' ? start : `${ordinary}&${start}`;
  return claiming('application/x-www-form-urlencoded', { headers: {}, bytes: filled(before, unit, size, '') });
}

function multipart(start: string, unit: string, size: number, fields: Record<string, string> = {}): HostileBody {
  const ordinary = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const bytes = filled(ordinary.join('') + start, unit, size, '\r\n--x--\r\n');
  return claiming('multipart/form-data; boundary=x', { headers: {}, bytes });
}

/** Returns a body with another content type. */
function claiming(type: string, { bytes }: HostileBody): HostileBody {
  return { bytes, headers: { 'Content-Type': type, 'Content-Length': String(bytes.length) } };
}

/** Repeats a unit between a start and an end. @param size of what is repeated (bytes) */
function filled(start: string, unit: string, size: number, end: string): Buffer {
  const count = Math.floor(size / Buffer.byteLength(unit));
  return Buffer.concat([Buffer.from(start), Buffer.alloc(count * Buffer.byteLength(unit), unit), Buffer.from(end)]);
}
