import { createContext } from 'react';

/** The logged id of the current request. Only set on the server; a browser creates its own error ids. */
export const RequestIdOnServer = createContext<string | undefined>(undefined);
