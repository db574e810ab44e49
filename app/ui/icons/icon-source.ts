import { createContext, useContext } from 'react';

/** Where the shapes of the icons are: the URL of the sprite, or an empty string if they are in the page. */
const IconSource = createContext('');

export const IconSourceProvider = IconSource.Provider;

export function useIconSource(): string {
  return useContext(IconSource);
}
