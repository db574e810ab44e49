import { expect } from 'vitest';
import { medicalFlightKinds } from '../../app/content/site/site-pages.ts';
import { type Language, languageCodes } from '../../app/i18n/languages.ts';
import { formData, post, send } from './evacuation-request.ts';
import { everyPage } from './every-page.ts';
import { readPage } from './page.ts';
import type { Site } from './site.ts';

const nameOf = (address: string) => address.slice(1).replace(/\W/g, '_');

/** Saves a state of a page under a unique name. @param status the expected status */
type Save = (name: string, response: Response, status: number) => Promise<void>;

/**
 * Saves every page in every state that a visitor can see: content, errors, filled-in forms, flights, a receipt and the
 * pages it links to.
 */
export async function saveEveryState(site: Site, save: Save): Promise<void> {
  const postTo = (address: string, body: FormData) =>
    fetch(site.url + address, { method: 'POST', body, redirect: 'manual' });

  for (const { address } of everyPage) {
    await save(address.slice(1).replace(/\//g, '_'), await fetch(site.url + address), 200);
  }
  for (const language of languageCodes) {
    await save(`${language}_not-found`, await fetch(`${site.url}/${language}/nothing`), 404);
    await save(`${language}_search`, await fetch(`${site.url}/${language}/help-center?q=visa`), 200);
    await save(`${language}_found-nothing`, await fetch(`${site.url}/${language}/help-center?q=zzzz`), 200);
    await save(`${language}_empty-form`, await post(site, language, formData({})), 400);
    const files = [{ name: 'a "b" <c>.pdf', bytes: Buffer.from('%PDF-1.7\n') }];
    await save(`${language}_invalid-form`, await send(site, { email: '"<x>&', date: '1.1.' }, files, language), 400);
    const invalidCall = formData({ phone: '"<x>&', when: 'time', time: '"', name: 'x' });
    await save(`${language}_invalid-call`, await postTo(`/${language}/call-back`, invalidCall), 400);
    await saveBooking(language);
    for (const kind of medicalFlightKinds) await saveMedicalFlight(`/${language}/medical-flight/${kind}`);
    await saveFlights(language);
    await saveReceipt(language, await send(site, {}, files, language));
  }

  /** Saves the booking page with the errors of each of its forms. */
  async function saveBooking(language: Language): Promise<void> {
    const address = `/${language}/services/booking`;
    const invalid = {
      hotel_location: '"<x>&',
      hotel_check_in: '1.1.',
      hotel_children: '2',
      chauffeur_pick_up_time: '"',
    };
    for (const kind of ['hotel', 'chauffeur']) {
      await save(`${nameOf(address)}_${kind}_empty`, await postTo(address, formData({ kind })), 400);
      await save(`${nameOf(address)}_${kind}_invalid`, await postTo(address, formData({ ...invalid, kind })), 400);
    }
    const both = { hotel_location: 'x', chauffeur_drop_off: 'x' };
    await save(`${nameOf(address)}_ambiguous-kind`, await postTo(address, formData(both)), 400);
    const ages = formData({ ...invalid, intent: 'children' });
    await save(`${nameOf(address)}_ages`, await postTo(address, ages), 200);
  }

  /** Saves the medical flight form with its errors, in the page's language and in Russian. */
  async function saveMedicalFlight(address: string): Promise<void> {
    const invalid = { origin: 'London', needs: 'oxygen', with_companion: 'on', patient_age: '"<x>&', date: '1.1.' };
    for (const wording of ['', '?wording=ru']) {
      const name = nameOf(address + wording);
      if (wording) await save(name, await fetch(site.url + address + wording), 200);
      await save(`${name}_empty`, await postTo(address + wording, formData({})), 400);
      await save(`${name}_invalid`, await postTo(address + wording, formData(invalid)), 400);
    }
  }

  /** Saves the flight search: lists with and without results, a flight, the hand-off, and errors. */
  async function saveFlights(language: Language): Promise<void> {
    const search = `/${language}/search/flights`;
    const list = `${search}?origin=RUH&destination=BER&depart_date=2031-03-27&return_date=2031-04-05&adults=2&children=0&infants=0&travelClass=Y`;
    const html = await (await fetch(site.url + list, { headers: { Accept: 'text/html' } })).text();
    const { document } = await readPage(new Response(html));
    const linkTo = (part: string) => document.querySelector(`#results a[href*="${part}"]`)?.getAttribute('href') ?? '';
    await save(`${language}_flights-found`, new Response(html), 200);
    await save(`${language}_flights-filtered`, await fetch(`${site.url}${list}&stops=1&without=self_transfer`), 200);
    await save(`${language}_flights-none`, await fetch(`${site.url}${list}&stops=0&hours=1`), 200);
    await save(`${language}_flight`, await fetch(site.url + linkTo('back=')), 200);
    await save(`${language}_hand-off`, await fetch(site.url + linkTo('deeplink')), 200);
    const handOff = await readPage(await fetch(site.url + linkTo('deeplink')));
    const request = handOff.document.querySelector('a[href*="/book-flight?"]')?.getAttribute('href') ?? '';
    await save(`${language}_book-flight-chosen`, await fetch(site.url + request), 200);
    await save(`${language}_hand-off-missing`, await fetch(`${site.url}/deeplink?locale=${language}`), 400);
    await save(`${language}_flight-gone`, await fetch(`${site.url}/${language}/flights/x?search=x`), 410);
    await save(`${language}_flights-form`, await fetch(site.url + search), 200);
    await save(`${language}_flights-wrong`, await fetch(`${site.url}${search}?origin=London&infants=9`), 400);
  }

  /** Saves a receipt in each of its states, until the request is erased. */
  async function saveReceipt(language: Language, sent: Response): Promise<void> {
    const address = new URL(sent.headers.get('Location') ?? '').pathname;
    const show = (response: Response) =>
      fetch(site.url + address, { headers: { Cookie: response.headers.get('Set-Cookie')?.split(';')[0] ?? '' } });
    await save(`${language}_receipt`, await show(sent), 200);
    await save(`${language}_sheet`, await fetch(`${site.url}${address}/sheet`), 200);
    await save(`${language}_delete`, await fetch(`${site.url}${address}/delete`), 200);

    await save(`${language}_no-documents`, await postTo(address, formData({ kind: 'documents' })), 400);
    const fake = [{ name: 'a "b" <c>.exe', bytes: Buffer.from('MZ') }];
    await save(`${language}_invalid-documents`, await postTo(address, formData({ kind: 'documents' }, fake)), 400);
    await save(`${language}_invalid-details`, await postTo(address, formData({ kind: 'details', name: '"<x>&' })), 400);
    const more = [{ name: 'more.pdf', bytes: Buffer.from('%PDF-1.7\nmore') }];
    await save(`${language}_added`, await show(await postTo(address, formData({ kind: 'documents' }, more))), 200);
    const details = { kind: 'details', name: 'Ahmad Ali', phone: '+966501234567', email: 'b@c.example' };
    await save(`${language}_corrected`, await show(await postTo(address, formData(details))), 200);

    expect((await postTo(`${address}/delete`, formData({}))).status).toBe(303);
    await save(`${language}_deleted`, await fetch(site.url + address), 410);
  }
}
