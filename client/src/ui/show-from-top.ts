/**
 * Gives a list whose page was turned the focus, and shows it from its top, under the sticky bar. At once: a long way
 * is no movement that anyone follows.
 */
export function showFromTop(list: HTMLElement | null): void {
  if (!list) return;
  list.focus({ preventScroll: true });
  if (list.getBoundingClientRect().top < 0) list.scrollIntoView();
}
