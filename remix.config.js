/**
 * Remix's options, which `vite.config.ts` passes to the Remix Vite plugin.
 *
 * `v3_lazyRouteDiscovery` stays off (a manifest request takes a second of CPU time), and so does `v3_singleFetch`
 * (slower documents); see docs/decisions/0001-remix-2-with-vite.md.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  // The design system is for developers only, and is excluded from builds.
  ignoredRouteFiles: process.env.NODE_ENV === 'development' ? [] : ['**/$lang.design-system.tsx'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
  },
};
