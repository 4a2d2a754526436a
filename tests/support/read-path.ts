/** What stands at a place of a description, behind the references on the way to it. */
export function readPath(document: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, name) => resolvePath(document, Object(found)[name]),
    resolvePath(document, document),
  );
}

function resolvePath(document: unknown, found: unknown): unknown {
  const to: unknown = Object(found)['$ref'];
  if (typeof to !== 'string') return found;
  return readPath(document, to.slice('#/'.length).split('/'));
}
