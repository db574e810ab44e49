import { type HTMLElement, parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { saveEveryState } from '../support/every-state.ts';

// Checks that the forms of every page, in every state, work in browsers without JavaScript, including text browsers.

let enquirySite: EnquirySite;
const states: { name: string; html: string }[] = [];
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  enquirySite.api.flights.speedUp(1_000_000);
  await saveEveryState(enquirySite.site, async (name, response, status) => {
    expect(response.status, name).toBe(status);
    states.push({ name, html: await response.text() });
  });
  // Adds the hand-off to a partner whose page is opened by a form.
  const handOffs = states.filter(({ name }) => name.endsWith('_hand-off'));
  expect(handOffs).toHaveLength(2);
  enquirySite.api.flights.setBookingMethod('POST');
  for (const { name, html } of handOffs) {
    const action = parse(html).querySelector('main form')?.getAttribute('action') ?? '';
    const response = await fetch(enquirySite.site.url + action.replace(/&amp;/g, '&'), { method: 'POST' });
    expect(response.status).toBe(200);
    states.push({ name: `${name}-form`, html: await response.text() });
  }
});
afterAll(() => enquirySite.close());

const namedControls = ['input:not([type=hidden])[name]', 'select[name]', 'textarea[name]', 'button[name]'].join();
/** A partner's form may have only hidden fields; lynx can send it too (text-browsers.test.ts). */
const partnerControls = `${namedControls}, input[name]`;

/** Returns the parts that a form needs for submission without JavaScript, but lacks. */
function missingParts(form: HTMLElement): string[] {
  return [
    !form.getAttribute('action') && 'action',
    !['get', 'post'].includes(form.getAttribute('method') ?? '') && 'method',
    !form.querySelector(form.hasAttribute('data-auto-submit') ? partnerControls : namedControls) && 'named control',
    !form.querySelector('button[type=submit], input[type=submit]') && 'button',
  ].filter((part) => typeof part === 'string');
}

test('every form has an action, a method, a named control and a submit button', () => {
  const forms = states.flatMap(({ name, html }) =>
    parse(html)
      .querySelectorAll('form')
      // A form with this method closes a dialog, which only scripts can open.
      .filter((form) => form.getAttribute('method') !== 'dialog')
      .map((form) => ({ name, form })),
  );
  expect(forms.length).toBeGreaterThan(states.length);
  const problems = forms.map(({ name, form }) => ({
    name,
    form: form.outerHTML.slice(0, 120),
    missing: missingParts(form),
  }));
  expect(problems.filter(({ missing }) => missing.length > 0)).toEqual([]);
});

test('no field truncates its input or loses it when the visitor navigates back', () => {
  const problems = states.flatMap(({ name, html }) =>
    parse(html)
      .querySelectorAll('input, textarea')
      // The honeypot has no input to keep.
      .filter((field) => field.getAttribute('name') !== 'website')
      .filter((field) => field.hasAttribute('maxlength') || field.getAttribute('autocomplete') === 'off')
      .map((field) => `${name}: ${field.outerHTML}`),
  );
  expect(problems).toEqual([]);
});

test('adjacent links and buttons are separated by a space', () => {
  const problems = states.flatMap(({ name, html }) =>
    Array.from(
      html.matchAll(
        /[^<>]{0,30}(?:<\/(?:span|bdi|svg)>)*<\/(?:a|button)>(?:<(?:span|bdi|svg)[^>]*>)*<(?:a|button)\b[^>]*>/g,
      ),
      ([match]) => `${name}: ${match}`,
    ),
  );
  expect(problems).toEqual([]);
});

test('the check reports the missing parts of a form', () => {
  const [form] = parse('<form><input type="hidden" name="x"><button>x</button></form>').querySelectorAll('form');
  expect(form && missingParts(form)).toEqual(['action', 'method', 'named control', 'button']);
});
