/**
 * Remix's options: the one home for them. `vite.config.ts` hands them to the Remix Vite plugin.
 *
 * `v3_lazyRouteDiscovery` stays off (one manifest request costs a second of CPU) and so does
 * `v3_singleFetch` (slower documents); see docs/decisions/0001-remix-2-with-vite.md.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  ignoredRouteFiles: [
    '**/*.server.ts',
    '**/*.test.*',
    // What routes share with the browser is no address.
    '**/own-path.ts',
    // The page that shows app/ui to those who build the site; visitors never load or reach it.
    ...(process.env.NODE_ENV === 'development' ? [] : ['**/$lang.design-system.tsx']),
  ],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
  },
};
