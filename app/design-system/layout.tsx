import { buttonClass } from '#app/ui/controls/button.tsx';
import { FlightArc } from '#app/ui/flight-arc.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Breadcrumbs } from '#app/ui/layout/breadcrumbs.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { Pagination } from '#app/ui/layout/pagination.tsx';
import { Tag } from '#app/ui/layout/tag.tsx';
import { type SampleProps, Section } from './section.tsx';

export function Cards({ text }: SampleProps) {
  const { cards } = text;
  return (
    <Section id="cards" text={text}>
      <ul className="grid gap-6 md:grid-cols-2">
        <Card
          heading={cards.flight.heading}
          picture={
            <div className="grid h-40 place-items-center bg-surface-deep">
              <FlightArc />
            </div>
          }
          footer={
            <a href="#cards" className={buttonClass('secondary')}>
              {cards.more}
              <span className="visually-hidden">: {cards.flight.heading}</span>
            </a>
          }
        >
          <p>{cards.flight.text}</p>
        </Card>
        <Card
          heading={cards.hotel.heading}
          picture={
            <div className="grid h-40 place-items-center bg-action-soft text-action">
              <Icon name="hotel" className="text-[3.5rem]" />
            </div>
          }
          footer={
            <a href="#cards" className={buttonClass('secondary')}>
              {cards.more}
              <span className="visually-hidden">: {cards.hotel.heading}</span>
            </a>
          }
        >
          <p>{cards.hotel.text}</p>
        </Card>
        <Card heading={cards.plain.heading}>
          <p>{cards.plain.text}</p>
        </Card>
      </ul>
    </Section>
  );
}

export function Tags({ text }: SampleProps) {
  return (
    <Section id="tags" text={text}>
      <ul className="flex flex-wrap gap-3">
        <li>
          <Tag>{text.tag}</Tag>
        </li>
      </ul>
    </Section>
  );
}

export function Navigation({ text }: SampleProps) {
  const { navigation } = text;
  return (
    <Section id="navigation" text={text}>
      <Breadcrumbs
        label={navigation.breadcrumbs}
        items={navigation.trail.map((name, index) => ({ name, href: `#step-${index}` }))}
      />
      {[1, 3, 10, 20].map((current) => (
        <Pagination
          key={current}
          current={current}
          total={20}
          href={() => '#navigation'}
          labels={{
            name: `${navigation.pages} (${current})`,
            previous: navigation.previous,
            next: navigation.next,
            page: (page) => `${navigation.page} ${page}`,
          }}
        />
      ))}
    </Section>
  );
}
