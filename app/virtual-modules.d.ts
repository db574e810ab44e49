/** Addresses of files that vite.config.ts makes. */
declare module 'virtual:enhancement.js' {
  const url: string;
  export default url;
}
declare module 'virtual:analytics.js' {
  const url: string;
  export default url;
}
declare module 'virtual:consent.js' {
  const url: string;
  export default url;
}
declare module 'virtual:recovery.js' {
  const url: string;
  export default url;
}

declare module 'virtual:help-centre.js' {
  const url: string;
  export default url;
}
declare module 'virtual:icons.svg' {
  const url: string;
  export default url;
}
declare module 'virtual:flight-map.svg' {
  const url: string;
  export default url;
}
