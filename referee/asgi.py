"""What uvicorn serves: Django's pages in a pool of threads."""

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from referee.wsgi import application as pages

#: As many requests at a time, and thus database connections, as one process takes.
THREADS = 16

application = WSGIMiddleware(cast(WSGIApp, pages), workers=THREADS)
