import { usableLanguage } from './usable-language.ts';

// uPlot formats numbers in the language of the browser while it is loaded, and throws where that is none.
const usable = usableLanguage(navigator.language);
if (usable !== navigator.language) {
  Object.defineProperty(navigator, 'language', { value: usable, configurable: true });
}
