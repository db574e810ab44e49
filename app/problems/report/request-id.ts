import { createContext } from 'react';

/** The id of the request being rendered, as logged. Only set on the server: a browser creates its own error ids. */
export const RequestIdOnServer = createContext<string | undefined>(undefined);
