/**
 * Remix's options, which `vite.config.ts` passes to the Remix Vite plugin.
 *
 * `v3_lazyRouteDiscovery` is off because a manifest request takes a second of CPU time, and `v3_singleFetch` because it
 * slows documents down; see docs/decisions/0001-remix-2-with-vite-on-node-24.md.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  // prepare.js builds beside the files that a running site serves.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  // The design system is for developers only and excluded from builds.
  ignoredRouteFiles: process.env.NODE_ENV === 'development' ? [] : ['**/$lang.design-system.tsx'],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: false,
    v3_singleFetch: false,
  },
};
