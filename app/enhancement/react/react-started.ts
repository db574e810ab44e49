/** Name of the event that tells the enhancement script that everything React needs has loaded. */
export const reactStarted = 'react-started';
