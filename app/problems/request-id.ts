import { createContext } from 'react';

/** Under which the log tells of the request that a page answers. Known to the server only: a browser makes its own. */
export const RequestIdOnServer = createContext<string | undefined>(undefined);
