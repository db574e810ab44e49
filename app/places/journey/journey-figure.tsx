import type { JourneyView } from './journey-view.ts';
import { mapSize } from './map-size.ts';

/** A journey at a glance: its map and the key facts. */
export function JourneyFigure({ journey }: { journey: JourneyView }) {
  const { heading, description, map, origin, destination, facts, note } = journey;
  return (
    <figure className="journey-figure">
      <figcaption className="font-semibold">{heading}</figcaption>
      <p className="visually-hidden">{description}</p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
        width={mapSize.width}
        height={mapSize.height}
        className="journey-map"
      >
        <rect width="100%" height="100%" className="journey-sea" />
        <path d={map.land} className="journey-land" />
        <path d={map.germany} className="journey-germany" />
        <path d={map.arc} className="journey-arc" />
        <circle cx={map.origin[0]} cy={map.origin[1]} r="7" className="journey-origin" />
        <circle cx={map.destination[0]} cy={map.destination[1]} r="6" className="journey-destination" />
      </svg>
      <ul className="flex flex-wrap gap-x-5 text-small">
        <End place={origin} mark="journey-origin" />
        <End place={destination} mark="journey-destination" />
      </ul>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(({ label, text, note }) => (
          <div key={label}>
            <dt className="text-small text-ink-muted">{label}</dt>
            <dd>
              <p>{text}</p>
              {note !== undefined && <p className="text-small text-ink-muted">{note}</p>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-ink-muted">{note}</p>
    </figure>
  );
}

/** The origin or the destination, with its marker on the map. */
function End({ place, mark }: { place: string; mark: string }) {
  return (
    <li className="flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 18 18" width="14" height="14" className="shrink-0">
        <circle cx="9" cy="9" r="7" className={mark} />
      </svg>{' '}
      {place}
    </li>
  );
}
