"""Those who play, over HTTP for programs."""
