// Of the page of a busy server, which also has the header `refresh`. At a URL with a fragment, such as a link to a result,
// browsers heed the header by scrolling alone.
if (location.hash) setTimeout(() => location.reload(), 1000 * document.currentScript.dataset.seconds);
