import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryParams } from '../../app/flights/model/flight-query.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { readPage } from '../support/page.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { waitFor } from '../support/wait-for.ts';

/** Maximum size of a page of ten itineraries, compressed with gzip (bytes). */
const maxBytes = 20_000;

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  enquirySite.api.flights.speedUp(1_000_000);
});
afterAll(() => enquirySite.close());

// Arabic takes more bytes than English, there and back more than one way. The samples of each day differ.
test('ten itineraries with every offer stay small on days of a whole year, in Arabic, there and back', async () => {
  const date = (number: number) => new Date(Date.UTC(2031, 0, number)).toISOString().slice(0, 10);
  const tooLarge: string[] = [];
  const days = scaleForSoak(52, 365);
  for (let day = 0; day < days; day += 1) {
    const number = 1 + Math.floor((day * 365) / days);
    const params = queryParams({
      ...{ origin: 'RUH', destination: 'BER', departDate: date(number), returnDate: date(number + 17) },
      ...{ adults: 3, children: 1, infants: 1, travelClass: 'Y' },
    });
    const page = await waitFor(async () => {
      const response = await fetch(`${enquirySite.site.url}/ar/search/flights?${params.toString()}`, {
        headers: { Accept: 'text/html' },
      });
      const found = await readPage(response);
      return found.document.querySelector('main')?.text.includes('وصلت ردود جميع الشركاء') && found;
    });
    expect(page.document.querySelectorAll('#results > ul > li')).toHaveLength(10);
    const bytes = gzipSync(page.html).length;
    if (bytes > maxBytes) tooLarge.push(`${date(number)}: ${bytes}`);
  }
  expect(tooLarge).toEqual([]);
});
