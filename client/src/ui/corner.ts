import styles from './corner.module.css';

let corner: HTMLElement | undefined;

/**
 * A new element at the upper right of the page, above or below the others there. Only its controls take the pointer.
 */
export function addToCorner(place: 'above' | 'below'): HTMLElement {
  if (!corner) {
    corner = document.createElement('div');
    corner.className = styles.corner ?? '';
    document.body.append(corner);
  }
  const added = document.createElement('div');
  if (place === 'above') corner.prepend(added);
  else corner.append(added);
  return added;
}
