import { createContext } from 'react';

/** The logged id of the request that is being rendered. Only set on the server; a browser creates its own error ids. */
export const RequestIdOnServer = createContext<string | undefined>(undefined);
