import { Breadcrumbs } from '../breadcrumbs.tsx';
import { buttonClass } from '../button.tsx';
import { Card } from '../card.tsx';
import { FlightArc } from '../flight-arc.tsx';
import { Icon } from '../icon.tsx';
import { Pagination } from '../pagination.tsx';
import { Table } from '../table.tsx';
import { Tag } from '../tag.tsx';
import { Section, type SampleProps } from './section.tsx';

export function Cards({ text }: SampleProps) {
  const { cards } = text;
  return (
    <Section id="cards" text={text}>
      <ul className="grid gap-6 md:grid-cols-2">
        <Card
          as="li"
          heading={cards.flight.heading}
          picture={
            <div className="grid h-40 place-items-center bg-surface-deep">
              <FlightArc />
            </div>
          }
          footer={
            <a href="#cards" className={buttonClass('quiet')}>
              {cards.more}
              <span className="hidden-visually">: {cards.flight.heading}</span>
            </a>
          }
        >
          <p>{cards.flight.text}</p>
        </Card>
        <Card
          as="li"
          heading={cards.hotel.heading}
          picture={
            <div className="grid h-40 place-items-center bg-action-soft text-action">
              <Icon name="hotel" className="text-[3.5rem]" />
            </div>
          }
          footer={
            <a href="#cards" className={buttonClass('quiet')}>
              {cards.more}
              <span className="hidden-visually">: {cards.hotel.heading}</span>
            </a>
          }
        >
          <p>{cards.hotel.text}</p>
        </Card>
        <Card as="li" heading={cards.plain.heading}>
          <p>{cards.plain.text}</p>
        </Card>
      </ul>
    </Section>
  );
}

export function Tables({ text }: SampleProps) {
  const { table } = text;
  const [from, code, hours, distance] = table.headings;
  return (
    <Section id="table" text={text}>
      <Table
        caption={table.caption}
        columns={[
          { heading: from },
          { heading: code },
          { heading: hours, isNumber: true },
          { heading: distance, isNumber: true },
        ]}
        rows={table.rows.map(([city, airport, time, kilometres]) => ({
          key: airport,
          cells: [
            city,
            <bdi key="airport" dir="ltr">
              {airport}
            </bdi>,
            <bdi key="time" dir="ltr">
              {time}
            </bdi>,
            <bdi key="distance" dir="ltr">
              {kilometres}
            </bdi>,
          ],
        }))}
      />
    </Section>
  );
}

export function Tags({ text }: SampleProps) {
  return (
    <Section id="tags" text={text}>
      <ul className="flex flex-wrap gap-3">
        <li>
          <Tag>{text.tags.neutral}</Tag>
        </li>
        <li>
          <Tag look="success">{text.tags.success}</Tag>
        </li>
        <li>
          <Tag look="warning">{text.tags.warning}</Tag>
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
