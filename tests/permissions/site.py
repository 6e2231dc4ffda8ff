"""Who may do what where no game or tournament is concerned."""

from tests.permissions.rows import ACCOUNTS, EVERYBODY, HOME, LOGIN, VISITORS, Row

TABLE = [
    Row("GET", "", EVERYBODY, 200),
    Row("GET", "login/", VISITORS, 200, led=HOME),
    Row("POST", "login/", VISITORS, 200, {}, led=HOME),
    Row("PUT", "login/", VISITORS, 200, led=HOME),
    Row("POST", "logout/", EVERYBODY, HOME, {}),
    Row("GET", "join/", EVERYBODY, 200),
    Row("GET", "account/", ACCOUNTS, 200, led=LOGIN),
    Row("POST", "account/", ACCOUNTS, 401, {}, led=LOGIN),
    Row("GET", "staff/<str:code>/", EVERYBODY, 404),
    Row("POST", "staff/<str:code>/", EVERYBODY, 404, {}),
    Row(
        "POST",
        "api/v1/account/password/",
        ACCOUNTS,
        401,
        {"password": "falsch", "new_password": "etwas-ganz-neues"},
    ),
    Row("POST", "api/v1/invitations/accept/", EVERYBODY, 404, {"code": "x", "username": "neu"}),
    Row("GET", "own/", ACCOUNTS, 200, led=LOGIN),
    Row("GET", "position/", EVERYBODY, 200),
    Row("GET", "health/", EVERYBODY, 200),
    Row("GET", "ready/", EVERYBODY, 200),
    Row("GET", "metrics", EVERYBODY, 200),
    Row("GET", "manifest.webmanifest", EVERYBODY, 200),
    Row("GET", "service-worker.js", EVERYBODY, 200),
    Row("GET", "offline/", EVERYBODY, 200),
    Row("POST", "language/", EVERYBODY, HOME, {}),
    Row("GET", "api/v1/schema/", EVERYBODY, 200),
    Row("GET", "api/v1/docs/", EVERYBODY, 200),
    Row("GET", "api/v1/tokens/", ACCOUNTS, 200),
    Row("POST", "api/v1/tokens/", EVERYBODY, 400, {}),
    Row("DELETE", "api/v1/tokens/<int:token>/", ACCOUNTS, 404),
]
