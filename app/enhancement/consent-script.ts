import { showConsentBanner } from './consent/ask-consent.ts';
import { openPreferences } from './consent/open-preferences.ts';

// Consent, in a script of its own: not needed when a page starts.

openPreferences();
showConsentBanner();
