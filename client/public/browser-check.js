if (![].toSorted || !window.CompressionStream || !CSS.supports('color', 'color-mix(in srgb, red, red)')) {
  var notLoaded = document.querySelector('.not-loaded');
  notLoaded.parentNode.removeChild(notLoaded);
  document.getElementById('root').removeAttribute('id');
  document.getElementById('too-old').removeAttribute('hidden');
}
