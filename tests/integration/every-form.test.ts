import { type HTMLElement, parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { saveEveryState } from '../support/every-state.ts';

// Checks that the HTML of every page, in every state, works in text browsers and others without scripts.

let desk: EnquirySite;
const states: { name: string; html: string }[] = [];
beforeAll(async () => {
  desk = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  desk.api.flights.speedUp(1_000_000);
  await saveEveryState(desk.site, async (name, response, status) => {
    expect(response.status, name).toBe(status);
    states.push({ name, html: await response.text() });
  });
  // A partner whose page is opened by a form, with and without fields.
  const handOffs = states.filter(({ name }) => name.endsWith('_hand-off'));
  expect(handOffs).toHaveLength(2);
  desk.api.flights.bookBy('POST');
  for (const { name, html } of handOffs) {
    const action = parse(html).querySelector('main form')?.getAttribute('action') ?? '';
    const answer = await fetch(desk.site.url + action.replace(/&amp;/g, '&'), { method: 'POST' });
    expect(answer.status).toBe(200);
    states.push({ name: `${name}-form`, html: await answer.text() });
  }
}, 240_000);
afterAll(() => desk.close());

const named = ['input:not([type=hidden])[name]', 'select[name]', 'textarea[name]', 'button[name]'].join();
/** A partner's form has the partner's own hidden fields; lynx can send it too (text-browsers.test.ts). */
const namedForPartner = `${named}, input[name]`;

/** What the form lacks to be sent by a browser. */
function missingFrom(form: HTMLElement): string[] {
  return [
    !form.getAttribute('action') && 'action',
    !['get', 'post'].includes(form.getAttribute('method') ?? '') && 'method',
    !form.querySelector(form.hasAttribute('data-sends-itself') ? namedForPartner : named) && 'named control',
    !form.querySelector('button[type=submit], input[type=submit]') && 'button',
  ].filter((part) => typeof part === 'string');
}

test('every form has an action, a method and a named control', () => {
  const forms = states.flatMap(({ name, html }) =>
    parse(html)
      .querySelectorAll('form')
      // This one closes a dialog, which only scripts can open.
      .filter((form) => form.getAttribute('method') !== 'dialog')
      .map((form) => ({ name, form })),
  );
  expect(forms.length).toBeGreaterThan(states.length);
  const faults = forms.map(({ name, form }) => ({
    name,
    form: form.outerHTML.slice(0, 120),
    missing: missingFrom(form),
  }));
  expect(faults.filter(({ missing }) => missing.length > 0)).toEqual([]);
});

test('no field truncates its input or loses it on the way back from another page', () => {
  const faults = states.flatMap(({ name, html }) =>
    parse(html)
      .querySelectorAll('input, textarea')
      // A hidden field has nothing to keep.
      .filter((field) => field.getAttribute('name') !== 'website')
      .filter((field) => field.hasAttribute('maxlength') || field.getAttribute('autocomplete') === 'off')
      .map((field) => `${name}: ${field.outerHTML}`),
  );
  expect(faults).toEqual([]);
});

test('adjacent links and buttons are separated by a space', () => {
  const faults = states.flatMap(({ name, html }) =>
    Array.from(
      html.matchAll(
        /[^<>]{0,30}(?:<\/(?:span|bdi|svg)>)*<\/(?:a|button)>(?:<(?:span|bdi|svg)[^>]*>)*<(?:a|button)\b[^>]*>/g,
      ),
      ([place]) => `${name}: ${place}`,
    ),
  );
  expect(faults).toEqual([]);
});

test('the check finds errors', () => {
  const [form] = parse('<form><input type="hidden" name="x"><button>x</button></form>').querySelectorAll('form');
  expect(form && missingFrom(form)).toEqual(['action', 'method', 'named control', 'button']);
});
