import type { Site } from './site.ts';

/** Returns the port on which a site with METRICS_PORT=0 serves its metrics. */
export function metricsPort({ log }: Pick<Site, 'log'>): number {
  return Number(/"metricsPort":(\d+)/.exec(log.join('\n'))?.[1]);
}

/** Returns all metrics of a site, as Prometheus gets them. */
export async function scrape(site: Pick<Site, 'log'>): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${metricsPort(site)}/metrics`);
  const type = response.headers.get('Content-Type');
  if (response.status !== 200 || type !== 'text/plain; version=0.0.4; charset=utf-8')
    throw new Error(`The metrics have status ${response.status} and type ${type}`);
  return response.text();
}

/** Returns the value of a metric, named with its labels; undefined if there is none. */
export async function figureOf(site: Pick<Site, 'log'>, metric: string): Promise<number | undefined> {
  const line = (await scrape(site)).split('\n').find((each) => each.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length));
}
