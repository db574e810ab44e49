/**
 * Opens every `<details>` around the target of a link, and the target itself, which older browsers do not do by
 * themselves.
 */
export function openTarget(): void {
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    for (let part = target?.closest('details'); part; part = part.parentElement?.closest('details')) part.open = true;
  };
  open();
  addEventListener('hashchange', open);
}
