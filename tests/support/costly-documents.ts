import { contentTypesPart, relationshipsPart, wordDocument, wordPart } from './word-document.ts';

/** XML of about this many bytes that could take a parser long, or much memory. */
const costlyXml: [name: string, xml: (size: number) => string][] = [
  ['a tag that never ends', (size) => '<Relationship '.repeat(size / 14)],
  ['an attribute without value', (size) => `<a ContentType${' '.repeat(size)}`],
  ['a long attribute', (size) => `<a b="${'x'.repeat(size)}"/>`],
  ['an attribute of entities', (size) => `<a b="${'&amp;'.repeat(size / 5)}"/>`],
  ['an attribute of line breaks', (size) => `<a b="${'\r'.repeat(size)}"/>`],
  ['many attributes', (size) => `<a ${Array.from({ length: size / 12 }, (_, i) => `a${i}=""`).join(' ')}/>`],
  [
    'many attributes on many elements',
    (size) => elements(size, `<b ${Array.from({ length: 999 }, (_, i) => `a${i}=""`).join(' ')}/>`),
  ],
  [
    'many prefixes',
    (size) => elements(size, `<x:b ${Array.from({ length: 999 }, (_, i) => `xmlns:a${i}="x"`).join(' ')}/>`),
  ],
  ['a long name', (size) => `<${'a'.repeat(size)}/>`],
  ['many elements', (size) => elements(size, '<b/>')],
  ['deep elements', (size) => '<a>'.repeat(size / 7) + '</a>'.repeat(size / 7)],
  ['elements at the deepest level', (size) => `${'<a>'.repeat(500)}${'<b></b>'.repeat(size / 7)}${'</a>'.repeat(500)}`],
  ['text', (size) => `<a>${'x'.repeat(size)}</a>`],
  ['entities in text', (size) => `<a>${'&amp;'.repeat(size / 5)}</a>`],
  ['a long entity', (size) => `<a>&${'x'.repeat(size)}`],
  ['opening brackets', (size) => `<a>${'<'.repeat(size)}`],
  ['closing brackets', (size) => `<a>${']]>'.repeat(size / 3)}</a>`],
  ['a comment', (size) => `<a><!--${'-x'.repeat(size / 2)}--></a>`],
  ['many comments', (size) => elements(size, '<!---->')],
  ['a CDATA section', (size) => `<a><![CDATA[${']x'.repeat(size / 2)}]]></a>`],
  ['a processing instruction', (size) => `<a><?x ${'?x'.repeat(size / 2)}?></a>`],
  ['a document type', (size) => `<!DOCTYPE x [${'<!ENTITY a "b">'.repeat(size / 15)}]><a/>`],
  ['spaces', (size) => ' '.repeat(size)],
];

const elements = (size: number, element: string) => `<a>${element.repeat(Math.max(1, size / element.length))}</a>`;

/** Field codes that are put together from many pieces. */
const costlyFields: [name: string, body: (size: number) => string][] = [
  [
    'many fields',
    repeated(
      '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> PAGE </w:instrText><w:fldChar w:fldCharType="end"/></w:r>',
    ),
  ],
  ['many fields inside each other', repeated('<w:fldChar w:fldCharType="begin"/><w:instrText>QUOTE </w:instrText>')],
  ['marks without fields', repeated('<w:fldChar w:fldCharType="end"/>')],
  ['a code in many pieces', begun(repeated('<w:instrText>x</w:instrText>'))],
  ['a code of blanks', begun(repeated('<w:instrText> </w:instrText>'))],
  ['the name of a file in many pieces', begun(repeated('<w:instrText>INCLUDETEXT x</w:instrText>'))],
  ['a file name of words', begun((size) => `<w:instrText>INCLUDETEXT ${'" '.repeat(size / 2)}</w:instrText>`)],
  ['many links', repeated('<w:r><w:fldSimple w:instr="HYPERLINK &quot;https://a.example/%41&quot; \\l x"/></w:r>')],
  ['the target of a link in many pieces', begun(repeated('<w:instrText>HYPERLINK x</w:instrText>'))],
  ['many links of words', repeated(`<w:fldSimple w:instr="HYPERLINK ${'\\l x '.repeat(400)}"/>`)],
  ['one code', begun((size) => `<w:instrText>${' \u00ad'.repeat(size / 3)}</w:instrText>`)],
  [
    'texts with alternatives',
    repeated('<mc:AlternateContent><mc:Choice><w:t>x</w:t></mc:Choice></mc:AlternateContent>'),
  ],
];

function repeated(element: string): (size: number) => string {
  return (size) => element.repeat(Math.max(1, size / element.length));
}

function begun(content: (size: number) => string): (size: number) => string {
  return (size) => `<w:fldChar w:fldCharType="begin"/>${content(size)}`;
}

/** Word documents that unpack to about this many bytes, small to send and possibly expensive to check. */
export const costlyDocuments: [name: string, bytes: (size: number) => Buffer][] = [
  ...costlyXml.flatMap(([name, xml]): typeof costlyDocuments => [
    [`${name} in the document`, (size) => wordDocument({ parts: { 'word/document.xml': xml(size) } })],
    [`${name} in the relationships`, (size) => wordDocument({ parts: { 'word/_rels/document.xml.rels': xml(size) } })],
    [`${name} in the content types`, (size) => wordDocument({ parts: { '[Content_Types].xml': xml(size) } })],
  ]),
  ...costlyFields.map(([name, body]): (typeof costlyDocuments)[number] => [
    name,
    (size) => wordDocument({ parts: { 'word/document.xml': wordPart('document', body(size)) } }),
  ]),
  [
    'relationships',
    (size) =>
      wordDocument({
        parts: {
          'word/_rels/document.xml.rels': relationshipsPart('<Relationship Type="a" Target="b"/>'.repeat(size / 35)),
        },
      }),
  ],
  [
    'content types',
    (size) =>
      wordDocument({
        parts: {
          '[Content_Types].xml': contentTypesPart(
            Array.from({ length: size / 50 }, (_, i) => `<Override PartName="/${i}" ContentType="a"/>`).join(''),
          ),
        },
      }),
  ],
  [
    'many parts of relationships',
    (size) =>
      wordDocument({
        parts: Object.fromEntries(
          Array.from({ length: Math.min(1900, size / 100) }, (_, i) => [`${i}.rels`, `<a>${'x'.repeat(90)}</a>`]),
        ),
      }),
  ],
  [
    'many parts',
    (size) =>
      wordDocument({
        parts: Object.fromEntries(
          Array.from({ length: Math.min(1900, size / 100) }, (_, i) => [
            `word/${i}.xml`,
            `<a>${'<b/>'.repeat(20)}</a>`,
          ]),
        ),
      }),
  ],
  [
    'many names',
    (size) =>
      wordDocument({
        parts: Object.fromEntries(
          Array.from({ length: Math.min(1900, size / 100) }, (_, i) => [`${'%41'.repeat(100)}${i}`, '']),
        ),
      }),
  ],
  ['a part that is not XML', (size) => wordDocument({ parts: { 'word/media/image1.png': new Uint8Array(size) } })],
];
