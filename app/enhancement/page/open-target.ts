/** Opens a `<details>` that is the target of a link: browsers only do so for targets inside it. */
export function openTarget(): void {
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  open();
  addEventListener('hashchange', open);
}
