import { LANGUAGE } from '../ui/messages/en/language.ts';
import type { Brand } from './brand.ts';
import { footMessages as messages } from './messages/en/foot.ts';

/** The page in a language. */
export interface LanguageLink {
  /** As `lang` of HTML and of the page's address says it. */
  readonly language: string;
  /** What the language calls itself. */
  readonly name: string;
  /** The same page with the same query, but for the language. */
  readonly path: string;
}

interface FootProps {
  readonly brand: Brand | undefined;
  readonly languages: readonly LanguageLink[];
}

/** What stands below the page. The server alone draws it: it stays the same as long as the page is open. */
export function Foot({ brand, languages }: FootProps) {
  return (
    <footer>
      <p>{messages.pageChecks}</p>
      {brand && <Imprint brand={brand} />}
      {languages.length > 1 && <Languages languages={languages} />}
    </footer>
  );
}

function Imprint({ brand }: { readonly brand: Brand }) {
  const { terms, privacy, namesSoftware } = brand;
  return (
    <p class="imprint">
      {terms && <Legal path={terms}>{messages.terms}</Legal>}
      {privacy && <Legal path={privacy}>{messages.privacy}</Legal>}
      {namesSoftware && <span>{messages.poweredBy}</span>}
    </p>
  );
}

/** Beside the page, because a payment may be under way on it. */
function Legal({ path, children }: { readonly path: string; readonly children: string }) {
  return (
    <a href={path} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** Each language by its own name, as whoever needs it reads no other. */
function Languages({ languages }: Pick<FootProps, 'languages'>) {
  const current = languages.find(({ language }) => language === LANGUAGE);
  return (
    <details class="languages">
      <summary>
        <Globe />
        <span class="unseen">{messages.language}: </span>
        {current?.name}
      </summary>
      <ul>
        {languages.map(({ language, name, path }) => (
          <li key={language}>
            <a
              href={path}
              lang={language}
              hreflang={language}
              dir="auto"
              aria-current={language === LANGUAGE ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Globe() {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18" />
    </svg>
  );
}
