import { showConsentBanner } from './consent/ask-consent.ts';
import { openPreferences } from './consent/open-preferences.ts';

// The consent script, which is separate because a page does not need it at start-up.

openPreferences();
showConsentBanner();
