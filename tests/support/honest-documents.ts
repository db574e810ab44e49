import { jpeg, png } from './medical-files.ts';
import {
  code,
  contentTypesPart,
  external,
  field,
  inRun,
  mark,
  override,
  paragraph,
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

const withFields = (...codes: string[]) =>
  wordDocument({ body: codes.map((text) => `<w:p>${field(code(text))}</w:p>`).join('') });
const withLinks = (...targets: string[]) =>
  wordDocument({ relationships: targets.map((target) => relationship('hyperlink', target, external)).join('') });
const withTemplate = (target: string) =>
  wordDocument({
    types: override('/word/settings.xml', `${wordType}settings+xml`),
    relationships: relationship('settings', 'settings.xml'),
    parts: {
      'word/settings.xml': wordPart('settings', '<w:attachedTemplate r:id="rId1"/><w:zoom w:percent="100"/>'),
      'word/_rels/settings.xml.rels': relationshipsPart(relationship('attachedTemplate', target, external)),
    },
  });
const withLinkedPicture = (target: string) =>
  wordDocument({ body: paragraph('Clinic'), relationships: relationship('image', target, external) });
const story = (root: string, type: string, content: string) =>
  wordDocument({
    types: override(`/word/${root}.xml`, `${wordType}${type}+xml`),
    relationships: relationship(type, `${root}.xml`),
    parts: { [`word/${root}.xml`]: wordPart(root === 'header1' ? 'hdr' : root, content) },
  });
const textBox = (content: string) =>
  inRun(
    '<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wps:txbx><w:txbxContent>' +
      `${content}</w:txbxContent></wps:txbx></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape>` +
      `<v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>`,
  );
const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};
const body = (content: string) => wordPart('document', `<w:body>${content}</w:body>`);

/** A document with a chart whose data are in a workbook, as Word and PowerPoint write them. */
export function withChart(workbook = wordArchive({ 'xl/workbook.xml': '<x/>' })) {
  return wordDocument({
    types:
      override('/word/charts/chart1.xml', typeOf('drawingml.chart+xml')) +
      `<Default Extension="xlsx" ContentType="${typeOf('spreadsheetml.sheet')}"/>`,
    relationships: relationship('chart', 'charts/chart1.xml'),
    parts: {
      'word/charts/chart1.xml':
        '<c:chartSpace xmlns:c="c"><c:chart/><c:externalData r:id="rId1" xmlns:r="r"/></c:chartSpace>',
      'word/charts/_rels/chart1.xml.rels': relationshipsPart(
        relationship('package', '../embeddings/Microsoft_Excel_Sheet1.xlsx'),
      ),
      'word/embeddings/Microsoft_Excel_Sheet1.xlsx': workbook,
    },
  });
}

/** Documents as families, hospitals and their programs write them. All are accepted. */
export const honestDocuments: [name: string, bytes: Buffer][] = [
  ['a short letter', wordDocument()],
  [
    'a letter in Arabic',
    wordDocument({
      body: '<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>تقرير طبي عن حالة المريض</w:t></w:r></w:p>',
    }),
  ],
  [
    'text boxes with fields, in both of their forms',
    wordDocument({ body: `<w:p>${textBox(`<w:p>${field(code(' PAGE '))}</w:p>`)}</w:p>` }),
  ],
  [
    'a text box in the result of a link',
    wordDocument({
      body: `<w:p>${mark('begin')}${code(' HYPERLINK "https://example.org" ')}${mark('separate')}${textBox(paragraph('x'))}${mark('end')}</w:p>`,
    }),
  ],
  [
    '400 links',
    wordDocument({
      body: '<w:p><w:hyperlink r:id="rId1"><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p>'.repeat(400),
      relationships: Array.from({ length: 400 }, (_, i) =>
        relationship('hyperlink', `https://example.org/?a=${i}&amp;b=%zz`, external),
      ).join(''),
    }),
  ],
  [
    'links to mail, telephone, WhatsApp, a bookmark, files and a network folder',
    wordDocument({
      relationships: [
        'mailto:a@b.example',
        'tel:+4930',
        'whatsapp://send?phone=49',
        '#top',
        'file:///C:\\a.docx',
        'page.htm',
        'file:///\\\\srv\\x',
        'ftp://a.example/',
      ]
        .map((target) => relationship('hyperlink', target, external))
        .join(''),
    }),
  ],
  [
    'links to mail with a subject, chats, maps, and relative places with colons',
    withLinks(
      'mailto:a@b.example?subject=Befund:%20Frau%20A&amp;body=https://c.example',
      ...['MAILTO:a@b.example', ' mailto:a@b.example', 'callto:+4930', 'fax:+4930', 'sms:+4930', 'sip:a@b.example'],
      ...['skype:clinic?chat', 'viber://chat?number=49', 'tg://resolve?domain=a', 'facetime:+49', 'geo:52.5,13.4'],
      ...['HTTPS://a.example:8443/x?y=z:1#:~:text=a', 'a/b:c.htm', '#a:b', '?a=b:c', '', 'about:blank', 'C:/a.docx'],
      ...['x-apple-data-detectors://0', 'cid:a@b', 'file://srv/x', '\\\\srv\\x', '../a%20b.pdf', 'www.a.example/b'],
    ),
  ],
  [
    'links by fields',
    withFields(
      ...[' HYPERLINK "https://a.example/b?c=d:e" ', 'HYPERLINK https://a.example', ' HYPERLINK "#a" '],
      ' HYPERLINK "https://de.wikipedia.org/wiki/Leber" \\l "a:b" \\o "Wikipedia: Leber" \\t "_blank" \\* MERGEFORMAT',
      ' HYPERLINK "mailto:a@b.example?subject=Befund: Frau A" \\o mailto:a@b.example',
      ...[' HYPERLINK "tel:+4930" ', ' HYPERLINK "whatsapp://send?phone=49" \\h', ' HYPERLINK \\l "_Toc123" \\h'],
      ...[' HYPERLINK "C:\\\\Users\\\\a b\\\\c.pdf" ', ' HYPERLINK "C:\\a\\b.pdf"', ' HYPERLINK "..\\\\a.pdf"'],
      ...[' HYPERLINK "file:///\\\\\\\\srv\\\\x" ', ' HYPERLINK "" ', ' HYPERLINK ', ' HYPERLINK “https://a.example”'],
    ),
  ],
  [
    'a link over runs, and one as a simple field',
    wordDocument({
      body: `<w:p>${field(code(' HYPER') + code('LINK "htt') + code('ps://a.example/" '))}<w:fldSimple w:instr=" HYPERLINK &quot;mailto:a@b.example&quot; ">${run('x')}</w:fldSimple></w:p>`,
    }),
  ],
  [
    'a deleted link',
    wordDocument({
      body: `<w:p><w:del>${mark('begin')}${inRun('<w:delInstrText> HYPERLINK "https://a.example" </w:delInstrText>')}${mark('separate')}${inRun('<w:delText>x</w:delText>')}${mark('end')}</w:del></w:p>`,
    }),
  ],
  [
    'a table of contents with 400 links',
    wordDocument({
      body: `<w:p>${mark('begin')}${code(' TOC \\o "1-3" \\h \\z \\u ')}${mark('separate')}${Array.from(
        { length: 400 },
        (_, i) =>
          `${mark('begin')}${code(` HYPERLINK \\l "_Toc${i}" `)}${mark('separate')}${run('x')}${field(code(` PAGEREF _Toc${i} \\h `))}${mark('end')}`,
      ).join('')}${mark('end')}</w:p>`,
    }),
  ],
  [
    'shapes with links',
    wordDocument({
      body: `<w:p>${inRun('<w:pict><v:shape href="https://a.example" target="_blank"/><v:group href="mailto:a@b.example"/><v:rect href="#_top"/></w:pict>')}</w:p>`,
    }),
  ],
  [
    'a picture in SVG with links and pictures inside',
    wordDocument({
      parts: {
        'word/media/image2.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="x"><image xlink:href="data:image/png;base64,AAAA" href="data:image/png;base64,AAAA"/><use href="#a"/></svg>',
      },
    }),
  ],
  ['a chart with its workbook', withChart()],
  [
    'Word Online, whose main part has another name',
    wordArchive({
      '[Content_Types].xml': contentTypesPart('', '/word/document2.xml'),
      '_rels/.rels': relationshipsPart(relationship('officeDocument', 'word/document2.xml')),
      'word/document2.xml': body(paragraph('Report')),
    }),
  ],
  [
    'a main part named by an absolute target',
    wordDocument({ parts: { '_rels/.rels': relationshipsPart(relationship('officeDocument', '/word/document.xml')) } }),
  ],
  [
    'part names in other cases',
    wordArchive({
      '[content_types].XML': contentTypesPart('', '/Word/Document.XML'),
      '_Rels/.RELS': relationshipsPart(relationship('officeDocument', 'WORD/document.xml')),
      'word/Document.xml': body(paragraph('Report')),
    }),
  ],
  [
    'backslashes in part names',
    wordArchive({
      '[Content_Types].xml': contentTypesPart(),
      '_rels\\.rels': relationshipsPart(relationship('officeDocument', 'word\\document.xml')),
      'word\\document.xml': body(paragraph('Report')),
    }),
  ],
  ['folders as entries of the archive', wordDocument({ parts: { 'word/': '', '_rels/': '' } })],
  [
    'comments in XML',
    wordDocument({
      parts: {
        '[Content_Types].xml': contentTypesPart().replace('<Types', '<!-- by a program --><Types'),
        'word/document.xml': `${body(paragraph('<!-- a > b -->x'))}<!-- end -->`,
      },
    }),
  ],
  [
    'LibreOffice',
    wordDocument({
      types:
        override('/_rels/.rels', 'application/vnd.openxmlformats-package.relationships+xml') +
        override('/word/fontTable.xml', `${wordType}fontTable+xml`) +
        '<Default Extension="jpeg" ContentType="image/jpeg"/>',
      relationships: relationship('fontTable', 'fontTable.xml'),
      parts: {
        'word/fontTable.xml': wordPart(
          'fonts',
          '<w:font w:name="Liberation Serif"><w:altName w:val="Times New Roman"/></w:font>',
        ),
      },
    }),
  ],
  ['a hospital template on a drive', withTemplate('file:///G:\\Vorlagen\\Arztbrief.dotx')],
  ['a template with spaces and slashes', withTemplate('file:///C:/Program%20Files/Arzt/Brief.dotm')],
  ['a template on a Mac', withTemplate('file:///Users/arzt/Library/Normal.dotm')],
  ['a template without scheme', withTemplate('C:\\Users\\arzt\\AppData\\Normal.dotm')],
  ['a linked logo on the web', withLinkedPicture('https://clinic.example/logo.png?a=1&amp;b=2')],
  ['a linked logo on a drive', withLinkedPicture('file:///C:\\Bilder\\Logo.png')],
  ['a picture copied from an e-mail', withLinkedPicture('cid:image001.png@01DA0000.00000000')],
  [
    'a picture of a field with a local file',
    withFields(' INCLUDEPICTURE "C:\\\\Bilder\\\\Logo.png" \\* MERGEFORMAT \\d '),
  ],
  [
    'pictures in header and footer',
    wordDocument({
      types: override('/word/header1.xml', `${wordType}header+xml`),
      relationships: relationship('header', 'header1.xml'),
      parts: {
        'word/header1.xml': wordPart(
          'hdr',
          '<w:p><w:r><w:pict><v:shape><v:imagedata r:id="rId1" o:title="logo"/></v:shape></w:pict></w:r></w:p>',
        ),
        'word/_rels/header1.xml.rels': relationshipsPart(relationship('image', 'media/image1.png')),
        'word/media/image1.png': png,
      },
    }),
  ],
  [
    'a picture that is stored twice as large',
    wordDocument({
      types: '<Default Extension="jpg" ContentType="image/jpeg"/>',
      parts: { 'word/media/image1.jpg': Buffer.concat([jpeg, Buffer.alloc(1_000_000, 7)]) },
    }),
  ],
  [
    'a drawing with a document type',
    wordDocument({
      types: '<Default Extension="svg" ContentType="image/svg+xml"/>',
      relationships: relationship('image', 'media/image1.svg'),
      parts: {
        'word/media/image1.svg':
          '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd"><svg/>',
      },
    }),
  ],
  ['footnotes', story('footnotes', 'footnotes', `<w:footnote w:id="1">${paragraph('note')}</w:footnote>`)],
  [
    'comments of a colleague',
    story('comments', 'comments', `<w:comment w:id="1">${paragraph('DDE therapy?')}</w:comment>`),
  ],
  [
    'tracked changes',
    wordDocument({
      body: `<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:del>${mark('begin')}</w:del><w:del><w:r><w:delInstrText> DATE </w:delInstrText></w:r></w:del><w:del>${mark('separate')}<w:r><w:delText>1 May</w:delText></w:r></w:del><w:del>${mark('end')}</w:del></w:p>`,
    }),
  ],
  [
    'nested tables of laboratory results',
    wordDocument({
      body: `${'<w:tbl><w:tr><w:tc>'.repeat(20)}${paragraph('Hb 12')}${'</w:tc></w:tr></w:tbl>'.repeat(20)}`,
    }),
  ],
  [
    'contents, page numbers and dates',
    withFields(
      ' TOC \\o "1-3" \\h \\z \\u ',
      ' PAGE  \\* MERGEFORMAT ',
      ' NUMPAGES ',
      ' DATE \\@ "dd.MM.yyyy" ',
      'PRINTDATE',
      ' STYLEREF "Heading 1" ',
      ' SEQ Figure \\* ARABIC ',
    ),
  ],
  [
    'merge fields and references',
    withFields(
      ' MERGEFIELD Patient \\* Upper ',
      ' REF LinkToData \\h ',
      ' PAGEREF _Toc1 \\h ',
      'DOCPROPERTY Title',
      ' FILENAME \\p ',
      ' MACROBUTTON NoName [name] ',
      ' ADDIN ZOTERO_ITEM CSL_CITATION {"x":1} ',
      ' FORMTEXT ',
      ' linkedin ',
    ),
  ],
  [
    'codes split over runs',
    wordDocument({
      body: `<w:p>${field(code(' PRINT') + code('DATE ') + code('\\@ "d"'))}${field(code(' HYPER') + code('LINK "https://a.example/"'))}${field(code('PA') + code('GE'))}</w:p>`,
    }),
  ],
  [
    'calculated dates, of fields inside fields',
    wordDocument({
      body: `<w:p>${field(`${code('QUOTE')}${field(code('SET Delay 14'))}${field(`${code(' IF ')}${field(code('MERGEFIELD Sex'))}${code(' = "f" "she" "he" ')}`)}${field(`${code('=')}${field(code('NUMPAGES'))}${code('-1')}`)}`)}</w:p>`,
    }),
  ],
  [
    'simple fields',
    wordDocument({
      body: '<w:p><w:fldSimple w:instr=" AUTHOR  \\* MERGEFORMAT "><w:r><w:t>Dr. A</w:t></w:r></w:fldSimple></w:p>',
    }),
  ],
  [
    'a form with content controls',
    wordDocument({
      body: `<w:sdt><w:sdtPr><w:alias w:val="Name"/><w:dataBinding w:xpath="/a" w:storeItemID="{1}"/></w:sdtPr><w:sdtContent>${paragraph('x')}</w:sdtContent></w:sdt>`,
    }),
  ],
  [
    'an embedded font that begins like XML',
    wordDocument({
      types: `<Default Extension="odttf" ContentType="${typeOf('obfuscatedFont')}"/>`,
      relationships: relationship('font', 'fonts/font1.odttf'),
      parts: { 'word/fonts/font1.odttf': Buffer.from('<a\0\x01\xff&<<', 'latin1') },
    }),
  ],
  [
    'data of a hospital system',
    wordDocument({
      relationships: relationship('customXml', '../customXml/item1.xml'),
      parts: {
        'customXml/item1.xml': `<p:patient xmlns:p="urn:h"><p:Relationship>mother</p:Relationship><p:scan>${'QUJD'.repeat(500_000)}</p:scan></p:patient>`,
        'customXml/itemProps1.xml': '<ds:datastoreItem xmlns:ds="d"/>',
      },
    }),
  ],
  [
    'the strict format',
    wordDocument({
      parts: {
        '_rels/.rels': relationshipsPart(relationship(`${strict}/officeDocument`, 'word/document.xml')),
        'word/_rels/document.xml.rels': relationshipsPart(
          relationship(`${strict}/image`, 'https://clinic.example/a.png', external),
        ),
      },
    }),
  ],
  [
    'UTF-16',
    wordDocument({
      parts: {
        '[Content_Types].xml': utf16(contentTypesPart()),
        'word/document.xml': utf16(body(paragraph('تقرير')), true),
      },
    }),
  ],
  [
    'properties, a thumbnail and a signature',
    wordDocument({
      types:
        '<Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="sigs" ContentType="application/vnd.openxmlformats-package.digital-signature-origin"/>',
      parts: {
        '_rels/.rels': relationshipsPart(
          relationship('officeDocument', 'word/document.xml') +
            relationship(
              'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
              'docProps/core.xml',
            ) +
            relationship(
              'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail',
              'docProps/thumbnail.jpeg',
            ) +
            relationship(
              'http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin',
              '_xmlsignatures/origin.sigs',
            ),
        ),
        'docProps/core.xml': '<cp:coreProperties xmlns:cp="c"><cp:keywords>DDE link</cp:keywords></cp:coreProperties>',
        'docProps/custom.xml': '<Properties><property name="Klinik" pid="2"/></Properties>',
        'docProps/thumbnail.jpeg': jpeg,
        '_xmlsignatures/origin.sigs': '',
      },
    }),
  ],
  [
    'a signature line and drawings in VML',
    wordDocument({
      body: '<w:p><w:r><w:pict><v:shape o:gfxdata="UEsDBBQA&#xA;AAA="><v:fill src="" color="red"/><v:imagedata src="logo.png"/><o:signatureline issignatureline="t" o:suggestedsigner="Dr. A"/></v:shape></w:pict></w:r></w:p>',
    }),
  ],
  [
    'types of parts that the document does not have',
    wordDocument({
      types: `<Default Extension="bin" ContentType="${typeOf('oleObject')}"/><Default Extension="docm" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>`,
    }),
  ],
  [
    'a mail merge without a source',
    wordDocument({
      parts: {
        'word/settings.xml': wordPart(
          'settings',
          '<w:mailMerge><w:mainDocumentType w:val="formLetters"/></w:mailMerge>',
        ),
      },
    }),
  ],
  [
    'a glossary with building blocks',
    wordDocument({
      types: override('/word/glossary/document.xml', `${wordType}document.glossary+xml`),
      relationships: relationship('glossaryDocument', 'glossary/document.xml'),
      parts: {
        'word/glossary/document.xml': wordPart(
          'glossaryDocument',
          '<w:docParts><w:docPart><w:docPartBody><w:p/></w:docPartBody></w:docPart></w:docParts>',
        ),
      },
    }),
  ],
  ['an empty part', wordDocument({ parts: { 'customXml/item1.xml': '', 'word/media/image9.png': '' } })],
  [
    'text with the words of fields',
    wordDocument({
      body: `<w:p>${run('DDEAUTO c:\\windows\\system32\\cmd.exe')}${inRun('<w:t><![CDATA[INCLUDETEXT "\\\\host\\x"]]></w:t>')}</w:p>`,
    }),
  ],
];
