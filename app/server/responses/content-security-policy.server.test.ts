import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildContentSecurityPolicy, type PageNeeds } from './content-security-policy.server.ts';

const defaultNeeds: PageNeeds = {
  styleSource: undefined,
  redirectsToPartners: false,
  analytics: false,
  isSecure: true,
};
const scriptHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split('; ').map((directive): [string, string] => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

test('allows only the inline scripts of the rendered page', () => {
  const html = `<head><script src="/assets/a.js" defer></script>
<script type="application/ld+json">{"a":1}</script>
<script>window.a = 1;</script><script type="text/deferred-module">import "/assets/b.js";
b();</script><script>window.a = 1;</script></head>`;
  const policy = directives(buildContentSecurityPolicy([html], defaultNeeds));
  expect(policy['script-src']).toBe(
    `'self' ${scriptHash('window.a = 1;')} ${scriptHash('import "/assets/b.js";\nb();')}`,
  );
});

test('denies everything that pages do not need', () => {
  expect(directives(buildContentSecurityPolicy(['<p>'], defaultNeeds))).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'upgrade-insecure-requests': '',
  });
});

test('only the hand-off page may submit forms to other origins, and only over https if the site uses https', () => {
  const formAction = (needs: Partial<PageNeeds>) =>
    directives(buildContentSecurityPolicy([], { ...defaultNeeds, ...needs }))['form-action'];
  expect(formAction({})).toBe("'self'");
  expect(formAction({ redirectsToPartners: true })).toBe("'self' https:");
  expect(formAction({ redirectsToPartners: true, isSecure: false })).toContain('http://localhost:*');
});

test('allows the analytics hosts only if analytics may be loaded', () => {
  const policy = directives(buildContentSecurityPolicy([], { ...defaultNeeds, analytics: true }));
  expect(policy['script-src']).toBe("'self' https://www.googletagmanager.com");
  expect(policy['connect-src']).toContain('google-analytics.com');
  expect(buildContentSecurityPolicy([], defaultNeeds)).not.toContain('google');
});

test('never contains unsafe-*, wildcards, data: or blob:', () => {
  for (const analytics of [true, false]) {
    const policy = buildContentSecurityPolicy(['<script>a</script>'], { ...defaultNeeds, analytics });
    expect(policy).not.toMatch(/unsafe|\*(?!\.)|data:|blob:/);
  }
});
