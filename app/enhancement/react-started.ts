/** Tells the enhancement script that all that React needs has come. */
export const reactStarted = 'react-started';
