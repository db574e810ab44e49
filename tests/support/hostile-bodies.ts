/** Form bodies of roughly a given size (bytes), cheap to send and possibly expensive to parse. */
export const hostileBodies: [name: string, body: (size: number) => HostileBody][] = [
  ['fields without names', (size) => urlEncoded('&'.repeat(size))],
  ['fields of one letter', (size) => urlEncoded('a=b&'.repeat(size / 4))],
  ['percent signs', (size) => urlEncoded(`name=${'%'.repeat(size)}`)],
  ['percent signs in a name', (size) => urlEncoded('%41'.repeat(size / 3))],
  ['equals signs', (size) => urlEncoded('='.repeat(size))],
  ['plus signs', (size) => urlEncoded(`name=${'+'.repeat(size)}`)],
  ['empty parts', (size) => multipart('--x\r\n\r\n'.repeat(size / 7))],
  ['parts without a name', (size) => multipart('--x\r\nA: b\r\n\r\nc\r\n'.repeat(size / 16))],
  [
    'small fields',
    (size) => multipart('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(size / 53)),
  ],
  [
    'empty files',
    (size) =>
      multipart('--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n\r\n'.repeat(size / 68)),
  ],
  [
    'incomplete boundaries',
    (size) =>
      multipart(
        `--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n${'\r\n--'.repeat(size / 4)}`,
      ),
  ],
  [
    'line breaks',
    (size) =>
      multipart(`--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n${'\r\n'.repeat(size / 2)}`),
  ],
  ['an unterminated header', (size) => multipart(`--x\r\nContent-Disposition: form-data; name="${'a'.repeat(size)}`)],
  ['parameters of a header', (size) => multipart(`--x\r\nContent-Disposition: form-data${'; a=b'.repeat(size / 5)}`)],
  ['many headers', (size) => multipart(`--x\r\n${'A: b\r\n'.repeat(size / 6)}`)],
  ['an unterminated preamble', (size) => multipart('-'.repeat(size))],
];

interface HostileBody {
  headers: Record<string, string>;
  bytes: Buffer;
}

function urlEncoded(text: string): HostileBody {
  const bytes = Buffer.from(text);
  return {
    bytes,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(bytes.length) },
  };
}

function multipart(text: string): HostileBody {
  const bytes = Buffer.from(`${text}\r\n--x--\r\n`);
  return {
    bytes,
    headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': String(bytes.length) },
  };
}
