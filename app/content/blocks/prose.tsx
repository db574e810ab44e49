import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { LineIcon } from '#app/ui/icon.tsx';
import type { Block, Section } from '../copy/content-schema.ts';
import { parseRichText } from '../copy/rich-text.ts';

/** Renders text with links; links within this site keep the page's language. */
export function RichText({ text }: { text: string }) {
  const language = useFormLanguage();
  return parseRichText(text).map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <a
        key={index}
        href={piece.href.startsWith('https:') ? piece.href : pathIn(language, piece.href)}
        className="text-action underline"
      >
        {piece.label}
      </a>
    ),
  );
}

/** Renders the sections of a text page, each with a heading and an id that links can target. */
export function Sections({ sections }: { sections: Section[] }) {
  return sections.map(({ id, heading, blocks }) => (
    <section key={id} id={id} className="lazy grid gap-4">
      <h2 className="text-h2">{heading}</h2>
      <Blocks blocks={blocks} />
    </section>
  ));
}

function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => <TextBlock key={index} block={block} />);
}

function TextBlock({ block }: { block: Block }) {
  if (typeof block === 'string') {
    return (
      <p>
        <RichText text={block} />
      </p>
    );
  }
  if ('list' in block) return <CheckList items={block.list} />;
  if ('limits' in block) return <LimitList items={block.limits} />;
  if ('note' in block) {
    return (
      <p className="flex gap-3 rounded-card bg-action-soft p-5 font-semibold">
        <LineIcon name="info" className="text-action" />
        <span className="min-w-0">
          <RichText text={block.note} />
        </span>
      </p>
    );
  }
  if ('steps' in block) {
    return (
      <ol className="steps grid gap-6">
        {block.steps.map(({ title, text }) => (
          <li key={title}>
            <h3 className="text-h3">{title}</h3>
            <p>
              <RichText text={text} />
            </p>
          </li>
        ))}
      </ol>
    );
  }
  return (
    <dl className="divide-y divide-line border-y border-line">
      {block.facts.map(({ term, text }) => (
        <div key={term} className="grid gap-x-6 py-3 sm:grid-cols-[14rem_1fr]">
          <dt className="font-semibold">{term}</dt>
          <dd>
            <RichText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An unordered list of things that the company does not do. */
function LimitList({ items }: { items: string[] }) {
  return (
    <ul className="grid gap-2.5">
      {items.map((item) => (
        <li key={item} className="limit">
          <RichText text={item} />
        </li>
      ))}
    </ul>
  );
}

/** An unordered list with check marks as bullets. */
export function CheckList({ items }: { items: string[] }) {
  return (
    <ul className="grid gap-2.5">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <LineIcon name="check" className="text-action" />
          <span className="min-w-0">
            <RichText text={item} />
          </span>
        </li>
      ))}
    </ul>
  );
}
