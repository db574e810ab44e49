import { askForConsent } from './ask-consent.ts';
import { openPreferences } from './open-preferences.ts';

// What has to do with consent, apart from the script that every page starts with: nothing of it is needed at first.

openPreferences();
askForConsent();
