/** Event for the enhancement script: everything React needs has loaded. */
export const reactStarted = 'react-started';
