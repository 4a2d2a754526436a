import { DOCUMENT_SCRIPT } from './document-script.ts';
import { UNLOADED_ID } from './unloaded-id.ts';

/** The place where it is said that a part of the page did not load, with the script that shows it; the policy must allow that by its hash. */
export function UnloadedNotice({ text }: { readonly text: string }) {
  return (
    <>
      <p id={UNLOADED_ID} class="notice" role="alert" hidden>
        {text} <span />
      </p>
      <script dangerouslySetInnerHTML={{ __html: DOCUMENT_SCRIPT }} />
    </>
  );
}
