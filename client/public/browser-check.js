if (![].toSorted || !window.CompressionStream || !CSS.supports('color', 'color-mix(in srgb, red, red)')) {
  document.body.removeChild(document.getElementById('root'));
  document.getElementById('too-old').removeAttribute('hidden');
}
